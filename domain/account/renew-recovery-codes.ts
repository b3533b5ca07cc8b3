import { replaceRecoveryCodes } from '#db/queries/recovery-codes.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import { notifyFactorChange } from '#domain/auth/notify-factor-change.ts';
import { createRecoveryCodes, hashRecoveryCode } from '#domain/auth/recovery-codes.ts';
import { requireFreshProof } from '#domain/auth/require-fresh-proof.ts';
import type { DomainContext } from '#domain/context.ts';
import { inTransaction } from '#domain/transaction.ts';

/**
 * Makes ten new recovery codes; earlier ones end.
 * @returns the codes, to be shown once.
 * @throws unproved.
 */
export async function renewRecoveryCodes(ctx: DomainContext): Promise<string[]> {
  const { actor } = requireFreshProof(ctx);
  const codes = createRecoveryCodes();
  await inTransaction(ctx, async (tx) => {
    await replaceRecoveryCodes(tx.db, actor.userId, codes.map(hashRecoveryCode));
    await recordActivity(tx.db, ctx, { action: 'recovery-codes-created' });
    await notifyFactorChange(
      tx,
      actor.email,
      'New recovery codes were created. The old ones do not work any more.',
    );
  });
  reportSecurityEvent(ctx, 'recovery-codes-created');
  return codes;
}
