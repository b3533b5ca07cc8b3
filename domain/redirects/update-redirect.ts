import { lockRedirectRule, lockRedirectRules, updateRedirectRule } from '#db/queries/redirect-rules.ts';
import { changedFacts } from '#domain/activity/changed-facts.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { isId, parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { assertRule } from './find-rule-problems.ts';
import { deleteAnsweredPages } from './delete-answered-pages.ts';
import { redirectInput } from './redirect-input.ts';
import type { RedirectRule } from './rule.ts';
import { nameOf } from './rule-conflict.ts';
import { loadRules, ruleOf, storedRule } from './stored-rules.ts';

const gone = 'This redirect no longer exists.';

/** Changes a rule; its hits stay. @throws forbidden; not-found; invalid as `createRedirect`. */
export async function updateRedirect(ctx: DomainContext, id: string, input: unknown): Promise<void> {
  requirePermission(ctx, 'manage-redirects');
  const rule = parseInput(redirectInput(ctx.origin), input);
  if (!isId(id)) throw notFound(gone);
  await inTransaction(ctx, async (trx) => {
    await lockRedirectRules(trx.db);
    const row = await lockRedirectRule(trx.db, id);
    if (!row) throw notFound(gone);
    const others = (await loadRules(trx.db)).filter((other) => other.id !== row.id);
    await assertRule(trx, rule, others);
    await updateRedirectRule(trx.db, id, storedRule(rule));
    await deleteAnsweredPages(trx, [rule]);
    await recordActivity(trx.db, ctx, {
      action: 'redirect-updated',
      subject: { id, label: nameOf(rule) },
      ...changedFacts(factsOf(ruleOf(row)), factsOf(rule)),
    });
    trx.afterCommit('contentChanged');
  });
}

function factsOf({ status, target, ...rule }: RedirectRule) {
  return { from: nameOf(rule), status, target };
}
