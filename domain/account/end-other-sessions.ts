import { deleteOtherSessions } from '#db/queries/sessions.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import { requireActor } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { forbidden } from '#domain/errors.ts';
import { inTransaction } from '#domain/transaction.ts';

/** Ends all of one's own sessions but this one. */
export async function endOtherSessions(ctx: DomainContext): Promise<void> {
  const { userId } = requireActor(ctx);
  const { session } = ctx;
  if (!session) throw forbidden('You must be signed in to do this.');
  const sessions = await inTransaction(ctx, async ({ db: trx }) => {
    const ended = await deleteOtherSessions(trx, userId, session.id);
    await recordActivity(trx, ctx, { action: 'other-sessions-ended', after: { sessions: ended } });
    return ended;
  });
  reportSecurityEvent(ctx, 'session-ended', { sessions });
}
