import { deleteRedirectRule, lockRedirectRule } from '#db/queries/redirect-rules.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { nameOf } from './rule-conflict.ts';
import { ruleOf } from './stored-rules.ts';

/** @throws forbidden, not-found. */
export async function deleteRedirect(ctx: DomainContext, id: string): Promise<void> {
  requirePermission(ctx, 'manage-redirects');
  await inTransaction(ctx, async ({ db: trx, afterCommit }) => {
    const row = isId(id) ? await lockRedirectRule(trx, id) : undefined;
    if (!row) throw notFound('This redirect no longer exists.');
    await deleteRedirectRule(trx, id);
    const { status, target, hits } = row;
    await recordActivity(trx, ctx, {
      action: 'redirect-deleted',
      subject: { id, label: nameOf(ruleOf(row)) },
      before: { status, target, hits },
    });
    afterCommit('contentChanged');
  });
}
