import {
  deleteRedirectRule,
  insertRedirectRules,
  lockRedirectRule,
  lockRedirectRules,
  updateRedirectRule,
} from '#db/queries/redirect-rules.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid, notFound } from '#domain/errors.ts';
import { isId, parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { assertRule } from './find-rule-problems.ts';
import { deleteAnsweredPages } from './missing-pages.ts';
import { redirectInput } from './redirect-input.ts';
import { maxRules, type RedirectRule } from './rule.ts';
import { nameOf } from './rule-conflict.ts';
import { loadRules, ruleOf, storedRule } from './stored-rules.ts';
import { changedFacts } from '#domain/activity/changed-facts.ts';

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
    if (others.length >= maxRules)
      throw invalid(`There can be at most ${maxRules.toLocaleString('en-US')} redirects. Delete some first.`);
    await assertRule(trx, rule, others);
    const [{ id } = { id: '' }] = await insertRedirectRules(trx.db, [storedRule(rule)]);
    await deleteAnsweredPages(trx, [rule]);
    const subject = { id, label: nameOf(rule) };
    const { status, target } = rule;
    await recordActivity(trx.db, ctx, { action: 'redirect-created', subject, after: { status, target } });
    trx.afterCommit('contentChanged');
    return { ...rule, id };
  });
}

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

/** @throws forbidden, not-found. */
export async function deleteRedirect(ctx: DomainContext, id: string): Promise<void> {
  requirePermission(ctx, 'manage-redirects');
  await inTransaction(ctx, async ({ db: trx, afterCommit }) => {
    const row = isId(id) ? await lockRedirectRule(trx, id) : undefined;
    if (!row) throw notFound(gone);
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
