import { insertRedirectRule, lockRedirectRules } from '#db/queries/redirect-rules.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid } from '#domain/errors.ts';
import { parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { assertRule, tooManyRules } from './find-rule-problems.ts';
import { deleteAnsweredPages } from './delete-answered-pages.ts';
import { redirectInput } from './redirect-input.ts';
import type { RedirectRule } from './rule.ts';
import { nameOf } from './rule-conflict.ts';
import { loadRules, storedRule } from './stored-rules.ts';

/** Makes a rule. @throws forbidden; invalid, with what is wrong with `from`, `to` and `status`. */
export async function createRedirect(
  ctx: DomainContext,
  input: unknown,
): Promise<RedirectRule & { id: string }> {
  requirePermission(ctx, 'manage-redirects');
  const rule = parseInput(redirectInput(ctx.origin), input);
  return inTransaction(ctx, async (trx) => {
    await lockRedirectRules(trx.db);
    const others = await loadRules(trx.db);
    const tooMany = tooManyRules(others.length + 1);
    if (tooMany !== null) throw invalid(tooMany);
    await assertRule(trx, rule, others);
    const id = await insertRedirectRule(trx.db, storedRule(rule));
    await deleteAnsweredPages(trx, [rule]);
    const subject = { id, label: nameOf(rule) };
    const { status, target } = rule;
    await recordActivity(trx.db, ctx, { action: 'redirect-created', subject, after: { status, target } });
    trx.afterCommit('contentChanged');
    return { ...rule, id };
  });
}
