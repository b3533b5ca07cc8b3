import { lockRedirectRules, upsertRedirectRules } from '#db/queries/redirect-rules.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid } from '#domain/errors.ts';
import { inTransaction } from '#domain/transaction.ts';
import { findRuleProblems, tooManyRules } from './find-rule-problems.ts';
import { deleteAnsweredPages } from './delete-answered-pages.ts';
import { readRedirects, type ReadRule, type RowProblem } from './read-redirects.ts';
import { nameOf } from './rule-conflict.ts';
import { loadRules, storedRule } from './stored-rules.ts';

export type ImportedRedirects =
  | { kind: 'imported'; added: number; changed: number; unchanged: number }
  /** Nothing was stored. By row. */
  | { kind: 'refused'; problems: RowProblem[] };

/**
 * Imports a file of rules, all or none. A rule for the same address takes the place of the one there is.
 * @throws forbidden; invalid when there is no rule in the file.
 */
export async function importRedirects(ctx: DomainContext, file: string): Promise<ImportedRedirects> {
  requirePermission(ctx, 'manage-redirects');
  const { rules, problems } = readRedirects(file, ctx.origin);
  if (rules.length === 0 && problems.length === 0) {
    const message = 'There is no redirect in this file.';
    throw invalid(message, { file: message });
  }
  return inTransaction(ctx, async (trx) => {
    await lockRedirectRules(trx.db);
    const found = [...problems, ...(await problemsInSite(trx, rules))];
    if (found.length > 0) {
      return { kind: 'refused', problems: found.toSorted((one, other) => one.row - other.row) };
    }
    const { added, changed } = await upsertRedirectRules(trx.db, rules.map(storedRule));
    await deleteAnsweredPages(trx, rules);
    await recordActivity(trx.db, ctx, { action: 'redirects-imported', after: { added, changed } });
    trx.afterCommit('contentChanged');
    return { kind: 'imported', added, changed, unchanged: rules.length - added - changed };
  });
}

/** What speaks against the rules beside those that stay. */
async function problemsInSite(
  { db }: Pick<DomainContext, 'db'>,
  rules: readonly ReadRule[],
): Promise<RowProblem[]> {
  const replaced = new Set(rules.map(nameOf));
  const others = (await loadRules(db)).filter((rule) => !replaced.has(nameOf(rule)));
  const found = await findRuleProblems(db, rules, others);
  const tooMany = tooManyRules(others.length + rules.length);
  return [
    ...(tooMany === null ? [] : [{ row: 1, message: tooMany }]),
    ...found.map(({ rule, message }) => ({ row: rule.row, message })),
  ];
}
