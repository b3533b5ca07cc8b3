import { rename } from 'node:fs/promises';
import { join } from 'node:path';

import type { Database } from '#db/client.ts';
import { signOutEverybody, reencryptAuthenticators } from '#domain/accounts/operator/recovery.ts';

import { ConfigError } from './start-error.ts';
import type { Config } from './config.ts';
import { keepSecret, sessionSecretOf } from './session-secret.ts';

/** Where the new secret lies until the change is done: a run that was cut off goes on with the same one. */
export function newSecretFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'session-secret.new');
}

/**
 * Makes another session secret, encrypts the secrets of authenticator apps with it, and ends all sessions. The new secret
 * is on the disk before anything is encrypted with it, and takes the place of the old one as the last step.
 * @returns with it `isInUse`: whether the next start uses it by itself; else SESSION_SECRET must be set
 * @throws ConfigError
 */
export async function changeSessionSecret(config: Pick<Config, 'sessionSecret' | 'dataDir'>, db: Database) {
  const before = await sessionSecretOf(config);
  const unfinished = newSecretFile(config);
  const after = await keepSecret(config.dataDir, unfinished);
  if (after === before) {
    throw new ConfigError([
      `The secret of the last change, ${unfinished}, is in use. Move the file elsewhere, let SESSION_SECRET_FILE name it there, and run this again.`,
    ]);
  }
  const authenticators = await reencryptAuthenticators({ db }, { before, after });
  const sessions = await signOutEverybody({ db });
  if (config.sessionSecret !== null) return { file: unfinished, isInUse: false, sessions, authenticators };
  const file = join(config.dataDir, 'session-secret');
  await rename(unfinished, file);
  return { file, isInUse: true, sessions, authenticators };
}
