import { createHash, randomBytes } from 'node:crypto';

import { deleteAccountLinks } from '#db/queries/account-links.ts';
import { updateUser } from '#db/queries/accounts.ts';
import { recordSecurityActivity, type SecurityContext } from '#domain/activity/record-activity.ts';
import type { Core, Outgoing, OwnSession } from '#domain/core/context.ts';
import { inTransaction, requireFreshProof } from '#domain/core/context.ts';
import { notifyFactorChange } from '../emails.ts';
import { base32 } from './totp.ts';

const recoveryCodeCount = 10;

/** New recovery codes of 80 random bits each, to be shown once: `abcd-efgh-ijkl-mnop`. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const text = base32(randomBytes(10)).toLowerCase();
    return text.replace(/(.{4})(?!$)/g, '$1-');
  });
}

/** Under which a code is stored. Case, spaces and hyphens do not matter. A hash is enough: 80 bits cannot be guessed. */
export function hashRecoveryCode(code: string): Buffer {
  const plain = code.toLowerCase().replace(/[\s-]/g, '');
  return createHash('sha256').update(`recovery code ${plain}`).digest();
}

/** Makes ten new recovery codes; earlier ones end. @returns the codes, to be shown once. @throws unproved. */
export async function renewRecoveryCodes(
  ctx: Core & Outgoing & SecurityContext & OwnSession,
): Promise<string[]> {
  const { actor } = requireFreshProof(ctx);
  const codes = createRecoveryCodes();
  const change = 'New recovery codes were created. The old ones do not work any more.';
  await inTransaction(ctx, async (tx) => {
    await updateUser(tx.db, actor.userId, { recovery_code_hashes: codes.map(hashRecoveryCode) });
    await deleteAccountLinks(tx.db, actor.userId);
    await recordSecurityActivity(tx, { action: 'recovery-codes-created' });
    await notifyFactorChange(tx, actor.email, change);
  });
  return codes;
}
