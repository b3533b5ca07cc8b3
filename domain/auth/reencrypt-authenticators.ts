import type { Database } from '#db/client.ts';
import { lockAuthenticators, replaceAuthenticatorSecret } from '#db/queries/authenticator-apps.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction } from '#domain/transaction.ts';
import { authenticatorKey } from './authenticator-key.ts';
import { deriveKey } from './derive-key.ts';
import { decryptSecret, encryptSecret } from './encrypted-secret.ts';

const atOnce = 200;

/**
 * Encrypts the secrets of authenticator apps with the key of another session secret. A run that was cut off is repeated
 * with the same two secrets: what has the new key already stays.
 * @returns how many are encrypted with the new key, and how many no key of the two opens
 */
export async function reencryptAuthenticators(
  ctx: { db: Database },
  secrets: { before: string; after: string },
): Promise<{ kept: number; lost: number }> {
  const [before, after] = [keyOf(secrets.before), keyOf(secrets.after)];
  const counts = { kept: 0, lost: 0 };
  let last: string | null = null;
  for (;;) {
    const rows: { user_id: string; encrypted_secret: Buffer }[] = await inTransaction(
      ctx,
      async ({ db: trx }) => {
        const locked = await lockAuthenticators(trx, last, atOnce);
        for (const { user_id: userId, encrypted_secret: stored } of locked) {
          if (decryptSecret(after, stored, userId) !== null) {
            counts.kept += 1;
            continue;
          }
          const secret = decryptSecret(before, stored, userId);
          if (secret === null) {
            counts.lost += 1;
            continue;
          }
          await replaceAuthenticatorSecret(trx, userId, encryptSecret(after, secret, userId));
          counts.kept += 1;
        }
        return locked;
      },
    );
    const end = rows.at(-1);
    if (end === undefined) break;
    last = end.user_id;
  }
  await recordActivity(
    ctx.db,
    { actor: null, clientAddress: null },
    {
      action: 'session-secret-changed',
      after: { authenticator_apps: counts.kept, lost: counts.lost },
      by: { process: 'command line' },
    },
  );
  return counts;
}

function keyOf(secret: string): Buffer {
  return authenticatorKey({ deriveKey: (purpose) => deriveKey(secret, purpose) });
}
