import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

import { errorCode } from '#db/database-error.ts';
import { ifThere } from '#db/if-there.ts';
import { readConfig } from './config.ts';
import { ConfigError } from './start-error.ts';

/**
 * The environment, over a `.env` file in `folder` if there is one. A secret may be the content of a file instead, which
 * `NAME_FILE` names: `SESSION_SECRET_FILE=/run/secrets/session`.
 * @throws ConfigError when a file cannot be read, or a secret is given in both ways; then also with what is wrong with the others
 */
export async function readEnvironment(
  folder: string = process.cwd(),
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Record<string, string | undefined>> {
  return readSecretFiles(await readEnvironmentFile(folder, environment));
}

/** Settings that may come from a file. */
export const secretSettings = [
  'DATABASE_URL',
  'ADMIN_PASSWORD',
  'SESSION_SECRET',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
  'NEWSLETTER_SMTP_URL',
  'BOUNCE_IMAP_URL',
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_PASSPHRASE',
] as const;

async function readSecretFiles(
  environment: Record<string, string | undefined>,
): Promise<Record<string, string | undefined>> {
  const read = { ...environment };
  const errors: string[] = [];
  for (const name of secretSettings) {
    const file = environment[`${name}_FILE`];
    if (!file) continue;
    if (environment[name]) errors.push(`${name} and ${name}_FILE must not both be set.`);
    try {
      read[name] = (await readFile(file, 'utf8')).trim();
    } catch (error) {
      errors.push(`${name}_FILE cannot be read (${errorCode(error) || 'unknown reason'}).`);
    }
  }
  if (errors.length > 0) {
    const isReadable = (problem: string) => !environment[`${problem.split(' ', 1)[0]}_FILE`];
    throw new ConfigError([...errors, ...problemsOf(read).filter(isReadable)]);
  }
  return read;
}

function problemsOf(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

async function readEnvironmentFile(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, string | undefined>> {
  const file = await ifThere(readFile(join(folder, '.env'), 'utf8')).catch((error: unknown) => {
    throw new ConfigError([`.env in ${folder} cannot be read (${errorCode(error) || 'unknown reason'}).`]);
  });
  if (file === null) return { ...environment };
  const ambiguous = file
    .split(/\r?\n/)
    .flatMap((line, index) =>
      unambiguousLine.test(line)
        ? []
        : [`Line ${index + 1} of .env (${/^[^=#]*/.exec(line)?.[0].trim()}) ${quoteIt}`],
    );
  if (ambiguous.length > 0) throw new ConfigError(ambiguous);
  return { ...parseEnv(file), ...environment };
}

/** An empty line, a comment, or a setting that Node, systemd and compose read alike. */
const unambiguousLine = /^\s*(?:#.*|\w+\s*=\s*(?:'[^']*'|"(?:[^"\\$`]|\\n)*"|[^\s'"#\\$`][^#\\$`]*|)\s*|)$/;

const quoteIt =
  "is read in another way by systemd or compose: put the value into single quotes, such as NAME='value', with nothing behind it.";
