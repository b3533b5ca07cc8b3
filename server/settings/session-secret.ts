import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { errorCode } from '#db/database-error.ts';
import { ifThere } from '#db/if-there.ts';
import { makeFolder } from '#db/make-folder.ts';
import { ConfigError } from './start-error.ts';
import type { Config } from './config.ts';

/**
 * The secret that signs sessions: the configured one, or one made once and kept in `{dataDir}/session-secret`, so that
 * a restart ends no session.
 * Throws ConfigError when it can be neither read nor written.
 */
export async function sessionSecretOf(config: Pick<Config, 'sessionSecret' | 'dataDir'>): Promise<string> {
  if (config.sessionSecret !== null) return config.sessionSecret;
  const file = join(config.dataDir, 'session-secret');
  try {
    return await keepSecret(config.dataDir, file);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const code = errorCode(error) || String(error);
    throw new ConfigError([
      `DATA_DIR cannot keep the session secret: ${file} can be neither read nor written (${code}).`,
    ]);
  }
}

/** The secret in a file of the data folder, which is made where there is none. */
export async function keepSecret(dataDir: string, file: string): Promise<string> {
  return (await readSecret(file)) ?? (await createSecret(dataDir, file));
}

async function readSecret(file: string): Promise<string | null> {
  const secret = await ifThere(readFile(file, 'utf8'));
  if (secret === null) return null;
  if (Buffer.byteLength(secret.trim()) >= 32) return secret.trim();
  throw new ConfigError([
    `DATA_DIR holds a damaged session secret: delete ${file}, and a new one is made that signs everybody out.`,
  ]);
}

/** Whole or not at all, and when two starts make one at the same time both use the same. */
async function createSecret(dataDir: string, file: string): Promise<string> {
  await makeFolder(dataDir);
  const secret = randomBytes(32).toString('base64url');
  const unfinished = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    const handle = await open(unfinished, 'wx', 0o600);
    await handle.writeFile(`${secret}\n`);
    await handle.sync();
    await handle.close();
    await link(unfinished, file);
    return secret;
  } catch (error) {
    const other = errorCode(error) === 'EEXIST' ? await readSecret(file) : null;
    if (other !== null) return other;
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}
