import {
  deleteRedirectRule,
  insertRedirectRules,
  lockRedirectRule,
  lockRedirectRules,
  updateRedirectRule,
} from '#db/queries/redirect-rules.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type Core, type SiteOrigin } from '#domain/core/context.ts';
import { invalid, notFound } from '#domain/core/errors.ts';
import { isId, parseInput } from '#domain/fields/fields.ts';
import { assertRule } from './find-rule-problems.ts';
import { deleteAnsweredPages } from './missing-pages.ts';
import { redirectInput } from './redirect-input.ts';
import { maxRules, type RedirectRule } from './rule.ts';
import { nameOf } from './rule-conflict.ts';
import { loadRules, ruleOf, storedRule } from './stored-rules.ts';
import { changedFacts } from '#domain/activity/changed-facts.ts';

/** Makes a rule. @throws forbidden; invalid, with what is wrong with `from`, `to` and `status`. */
export function createRedirect(
  ctx: Core & SiteOrigin,
  input: unknown,
): Promise<RedirectRule & { id: string }> {
  return saveRule(ctx, null, input);
}

/** Changes a rule; its hits stay. @throws forbidden; not-found; invalid as `createRedirect`. */
export async function updateRedirect(ctx: Core & SiteOrigin, id: string, input: unknown): Promise<void> {
  await saveRule(ctx, id, input);
}

const gone = 'This redirect no longer exists.';

async function saveRule(ctx: Core & SiteOrigin, changed: string | null, input: unknown) {
  requirePermission(ctx, 'manage-redirects');
  const rule = parseInput(redirectInput(ctx.origin), input);
  return inTransaction(ctx, async (trx) => {
    await lockRedirectRules(trx.db);
    const all = await loadRules(trx.db);
    const before = all.find(({ id }) => id === changed);
    if (changed !== null && !before) throw notFound(gone);
    if (!before && all.length >= maxRules)
      throw invalid(`There can be at most ${maxRules.toLocaleString('en-US')} redirects. Delete some first.`);
    await assertRule(
      trx,
      rule,
      all.filter((other) => other !== before),
    );
    if (before) await updateRedirectRule(trx.db, before.id, storedRule(rule));
    const [made] = before ? [before] : await insertRedirectRules(trx.db, [storedRule(rule)]);
    const id = made?.id ?? '';
    await deleteAnsweredPages(trx, [rule]);
    const { from: label, ...facts } = factsOf(rule);
    await recordActivity(trx.db, ctx, {
      action: before ? 'redirect-updated' : 'redirect-created',
      subject: { id, label },
      ...(before ? changedFacts(factsOf(before), factsOf(rule)) : { after: facts }),
    });
    trx.afterCommit('contentChanged');
    return { ...rule, id };
  });
}

function factsOf({ status, target, ...rule }: RedirectRule) {
  return { from: nameOf(rule), status, target };
}

/** @throws forbidden, not-found. */
export async function deleteRedirect(ctx: Core, id: string): Promise<void> {
  requirePermission(ctx, 'manage-redirects');
  await inTransaction(ctx, async ({ db: trx, afterCommit }) => {
    await lockRedirectRules(trx);
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
