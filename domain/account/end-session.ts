import { deleteSessionOfUser } from '#db/queries/sessions.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import { requireActor } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { deviceOf } from '#domain/auth/device-of.ts';

/**
 * Ends one of the actor's own sessions. Other users' sessions are not found.
 * @throws not-found.
 */
export async function endSession(ctx: DomainContext, id: string): Promise<void> {
  const { userId } = requireActor(ctx);
  await inTransaction(ctx, async ({ db: trx }) => {
    const ended = isId(id) ? await deleteSessionOfUser(trx, userId, id) : undefined;
    if (!ended) throw notFound('This session has ended already.');
    await recordActivity(trx, ctx, {
      action: 'session-ended',
      subject: { id: null, label: deviceOf(ended.user_agent) },
    });
  });
  reportSecurityEvent(ctx, 'session-ended');
}
