import { withoutGuard } from '#domain/text/csv.ts';
import { readCsv } from '#domain/text/read-csv.ts';
import { redirectInput } from './redirect-input.ts';
import { maxRules, type RedirectRule } from './rule.ts';
import { nameOf } from './rule-conflict.ts';

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
