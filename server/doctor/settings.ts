import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

import { ifThere } from '#db/if-there.ts';

import { secretSettings } from '../settings/environment.ts';
import { settingNames } from '../settings/schema.ts';
import type { Config } from '../settings/config.ts';
import { createTrustedProxies } from '../settings/trusted-proxies.ts';
import { problem, warning, type Check, type Finding } from './check.ts';

/** Settings of the file `.env` that the product does not know. */
export const unknownSettings = (folder: string): Check => ({
  name: 'settings',
  async run() {
    const names = Object.keys(parseEnv((await ifThere(readFile(join(folder, '.env'), 'utf8'))) ?? ''));
    return unknownNames(names).map((name) =>
      warning(
        `.env sets ${name}, which is no setting.`,
        'Correct the name after .env.example, or remove the line.',
      ),
    );
  },
});

/** Pure. */
export function unknownNames(names: readonly string[]): string[] {
  const known = new Set([...settingNames, ...secretSettings.map((name) => `${name}_FILE`), 'NODE_ENV']);
  return names.filter((name) => !known.has(name));
}

/** True if files with secrets can be read by other users of the machine. */
export const secretFiles = (folder: string): Check => ({
  name: 'secrets',
  async run({ config }) {
    const session = join(config.dataDir, 'session-secret');
    const files = [join(folder, '.env'), ...(config.sessionSecret === null ? [session] : [])];
    const modes = await Promise.all(
      files.map(async (file) => ({ file, mode: (await ifThere(stat(file)))?.mode ?? 0 })),
    );
    const open = modes.filter(({ mode }) => (mode & 0o044) !== 0);
    const size =
      config.sessionSecret === null
        ? Buffer.byteLength(((await ifThere(readFile(session, 'utf8'))) ?? '').trim())
        : 32;
    return [
      ...open.map(({ file }) =>
        problem(
          `Other users of this machine can read ${file}, which holds secrets.`,
          `Run: chmod 600 ${file}`,
        ),
      ),
      size > 0 && size < 32
        ? problem(
            `${session} is damaged.`,
            `Delete it: the next start makes a new one and signs everybody out.`,
          )
        : [],
      ...missingSecrets(config),
    ].flat();
  },
});

/** Pure. */
export function missingSecrets(config: Config): Finding[] {
  const { sessionSecret, databaseUrl, backup, backupPassphrase } = config;
  return [
    sessionSecret === null && databaseUrl !== null
      ? warning(
          'SESSION_SECRET is not set, so the secret is kept in DATA_DIR: a second instance has another one and knows no session of the first.',
          'Let SESSION_SECRET_FILE name a copy of DATA_DIR/session-secret of one instance on every instance.',
        )
      : [],
    backup?.to.kind === 's3' && backupPassphrase === null
      ? warning(
          'Backups leave this machine without encryption.',
          'Set BACKUP_PASSPHRASE, and keep a copy of it elsewhere.',
        )
      : [],
  ].flat();
}

/** Settings that are valid and still wrong for a site that others visit. Pure. */
export function riskySettings(config: Config): Finding[] {
  const { siteUrl, host, rateLimits, trustedProxies } = config;
  const isTrusted = createTrustedProxies(trustedProxies);
  return [
    !siteUrl.isConfigured && !['127.0.0.1', '::1', 'localhost'].includes(host)
      ? problem(
          `The site listens on ${host}, and SITE_URL is not set: forms, links and emails name ${siteUrl.origin}.`,
          'Set SITE_URL to the address that visitors use, such as https://example.com.',
        )
      : [],
    siteUrl.isConfigured
      ? []
      : warning('SITE_URL is not set: only this machine can use the site.', 'Set SITE_URL.'),
    rateLimits
      ? []
      : warning('RATE_LIMITS is off: passwords can be tried without limit.', 'Remove RATE_LIMITS=off.'),
    ['8.8.8.8', '1.1.1.1', '198.51.100.7'].every(isTrusted)
      ? problem(
          'TRUSTED_PROXIES contains every address: any visitor can choose the address that limits count.',
          'Set TRUSTED_PROXIES to the addresses of your own proxies only.',
        )
      : [],
  ].flat();
}

export const settings: Check = { name: 'settings', run: async ({ config }) => riskySettings(config) };
