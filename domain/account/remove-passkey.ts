import { deletePasskey } from '#db/queries/passkeys.ts';
import { deleteOtherSessions } from '#db/queries/sessions.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import { notifyFactorChange } from '#domain/auth/notify-factor-change.ts';
import { requireFreshProof } from '#domain/auth/require-fresh-proof.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';

/**
 * Removes one of the actor's own passkeys. A passkey of another user is not found. Every other session ends.
 * @throws not-found, unproved.
 */
export async function removePasskey(ctx: DomainContext, id: string): Promise<void> {
  const { actor, session } = requireFreshProof(ctx);
  await inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    const removed = isId(id) ? await deletePasskey(trx, actor.userId, id) : undefined;
    if (!removed) throw notFound('This passkey has been removed already.');
    await deleteOtherSessions(trx, actor.userId, session.id);
    await recordActivity(trx, ctx, { action: 'passkey-removed', subject: { id: null, label: removed.name } });
    await notifyFactorChange(tx, actor.email, `The passkey “${removed.name}” was removed.`);
  });
  reportSecurityEvent(ctx, 'passkey-removed');
}
