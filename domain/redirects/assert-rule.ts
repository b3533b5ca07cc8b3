import type { Database } from '#db/client.ts';
import { invalid } from '#domain/errors.ts';
import { findRuleProblems } from './find-rule-problems.ts';
import type { RedirectRule } from './rule.ts';
import { nameOf } from './rule-conflict.ts';

/** @throws invalid when the rule cannot stand beside the others, with what is wrong with `from` and `to`. */
export async function assertRule(
  { db }: { db: Database },
  rule: RedirectRule,
  others: readonly RedirectRule[],
): Promise<void> {
  if (others.some(({ source, isPrefix }) => source === rule.source && isPrefix === rule.isPrefix)) {
    const message = `There is a redirect for ${nameOf(rule)} already.`;
    throw invalid(message, { from: message });
  }
  const problems = await findRuleProblems(db, [rule], others);
  const [first] = problems;
  if (first) {
    throw invalid(first.message, Object.fromEntries(problems.map(({ field, message }) => [field, message])));
  }
}
