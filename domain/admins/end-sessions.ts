import { deleteSessionsOfUser } from '#db/queries/sessions.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import type { DomainContext } from '#domain/context.ts';
import { forbidden } from '#domain/errors.ts';
import { inTransaction } from '#domain/transaction.ts';
import { requirePermission } from '#domain/actor.ts';
import { lockAdmin } from './lock-admin.ts';
import { sessionEndDenial } from './role-change-denial.ts';

/**
 * Ends all sessions of another administrator, on every device. Their next request leads to the login.
 * @param id of their row in `admin_users`.
 * @throws not-found, forbidden for the actor's own and for a higher role.
 */
export async function endSessionsOf(ctx: DomainContext, id: string): Promise<void> {
  const actor = requirePermission(ctx, 'manage-admins');
  const ended = await inTransaction(ctx, async ({ db: trx }) => {
    const { own, target } = await lockAdmin(trx, actor, id);
    const denial = sessionEndDenial(
      { userId: own.user_id, role: own.role },
      { userId: target.user_id, role: target.role },
    );
    if (denial !== null) throw forbidden(denial);
    const sessions = await deleteSessionsOfUser(trx, target.user_id);
    await recordActivity(trx, ctx, {
      action: 'sessions-ended',
      subject: { id: target.user_id, label: target.email },
      after: { sessions },
    });
    return { subjectId: target.user_id, sessions };
  });
  reportSecurityEvent(ctx, 'sessions-ended', ended);
}
