import { lockRedirectRules, upsertRedirectRules } from '#db/queries/redirect-rules.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid } from '#domain/errors.ts';
import { inTransaction } from '#domain/transaction.ts';
import { findRuleProblems, tooManyRules } from './find-rule-problems.ts';
import { deleteAnsweredPages } from './missing-pages.ts';
import { nameOf } from './rule-conflict.ts';
import { loadRules, storedRule } from './stored-rules.ts';
import { withoutGuard } from '#domain/text/csv.ts';
import { readCsv } from '#domain/text/read-csv.ts';
import { redirectInput } from './redirect-input.ts';
import { maxRules, type RedirectRule } from './rule.ts';

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

/** A rule with the row of the file that it stands in, counted from 1. */
export type ReadRule = RedirectRule & { row: number };

/** What is wrong in a file; `row` counts from 1. */
export type RowProblem = { row: number; message: string };

/**
 * The rules of a file of comma-separated values: columns `From`, `To` and `Status`, or these three in this order where no
 * line names them. An empty status is 301. Every row is read, whatever is wrong with others.
 */
export function readRedirects(file: string, origin: string): { rules: ReadRule[]; problems: RowProblem[] } {
  const rows = readCsv(file)
    .map((fields, index) => ({ fields: fields.map((field) => withoutGuard(field).trim()), row: index + 1 }))
    .filter(({ fields }) => fields.some((field) => field !== ''));
  const names = (rows[0]?.fields ?? []).map((name) => name.toLowerCase());
  const hasHeader = names.includes('from');
  const at = hasHeader
    ? { from: names.indexOf('from'), to: names.indexOf('to'), status: names.indexOf('status') }
    : { from: 0, to: 1, status: 2 };
  const given = hasHeader ? rows.slice(1) : rows;
  if (given.length > maxRules) {
    const message = `This file has ${given.length.toLocaleString('en-US')} rows; at most ${maxRules.toLocaleString('en-US')} redirects are possible.`;
    return { rules: [], problems: [{ row: 1, message }] };
  }

  const schema = redirectInput(origin);
  const rules = new Map<string, ReadRule>();
  const problems: RowProblem[] = [];
  for (const { fields, row } of given) {
    const read = schema.safeParse({
      from: fields[at.from] ?? '',
      to: fields[at.to] ?? '',
      status: fields[at.status] || 301,
    });
    if (!read.success) {
      problems.push(...read.error.issues.map(({ message }) => ({ row, message })));
      continue;
    }
    const name = nameOf(read.data);
    const before = rules.get(name);
    if (before === undefined) rules.set(name, { ...read.data, row });
    else problems.push({ row, message: `${name} is in row ${before.row} already.` });
  }
  return { rules: [...rules.values()], problems };
}
