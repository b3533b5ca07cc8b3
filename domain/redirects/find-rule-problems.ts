import type { Database } from '#db/client.ts';
import { findAnsweredPaths } from '#db/queries/answered-paths.ts';
import { invalid } from '#domain/core/errors.ts';
import { kindFolders } from '#domain/core/kinds.ts';
import { termFolders } from '#domain/core/public-addresses.ts';
import { readablePath } from './path.ts';
import { takesRest, type RedirectRule } from './rule.ts';
import { nameOf, nextRule, targetConflict, targetPath } from './rule-conflict.ts';
import { createRuleIndex } from './rule-index.ts';

type RuleProblem<Rule> = { rule: Rule; field: 'from' | 'to'; message: string };

/**
 * The problems of new rules beside all others: a source that a page answers, a target that is no page but leads on, by
 * a rule or by the earlier slug of a post, category or tag. Also asks every other rule whether it now leads to a new one.
 *
 * @param others the rules that stay as they are
 */
export async function findRuleProblems<Rule extends RedirectRule>(
  db: Database,
  rules: readonly Rule[],
  others: readonly RedirectRule[],
): Promise<RuleProblem<Rule>[]> {
  const problems: RuleProblem<Rule>[] = [];
  const all = createRuleIndex([...others, ...rules]);
  const added = createRuleIndex(rules);

  const targets = new Map(rules.map((rule) => [rule, targetPath(rule) ?? '']));
  const sources = rules.filter(({ isPrefix }) => !isPrefix).map(({ source }) => source);
  const answers = new Map(
    (
      await findAnsweredPaths(db, [...new Set([...sources, ...targets.values()])], kindFolders, termFolders)
    ).map((answer) => [answer.path, answer.leads_to]),
  );

  for (const rule of rules) {
    const { source } = rule;
    const leadsTo = rule.isPrefix ? undefined : answers.get(source);
    if (leadsTo === null) {
      const message = `${readablePath(source)} is a page of this site. A rule holds only where no page answers.`;
      problems.push({ rule, field: 'from', message });
    } else if (leadsTo !== undefined) {
      problems.push({ rule, field: 'from', message: `${readablePath(source)} already leads to ${leadsTo}.` });
    }
    const chain = targetConflict(rule, all) ?? movedTarget(rule);
    if (chain !== null) problems.push({ rule, field: 'to', message: chain });
  }
  for (const other of others) {
    const next = nextRule(other, added);
    if (next === undefined) continue;
    const message = `The rule for ${nameOf(other)} leads here. Change that rule first, so that it leads to the new address.`;
    problems.push({ rule: next, field: 'from', message });
  }
  return problems;

  /** An address that a page has left: visitors would be led on a second time. Below `/*` it is one of many. */
  function movedTarget(rule: Rule): string | null {
    const path = targets.get(rule) ?? '';
    if (takesRest(rule)) return null;
    const leadsTo = answers.get(path);
    return typeof leadsTo === 'string'
      ? `${readablePath(path)} leads on to ${leadsTo}. Lead there directly.`
      : null;
  }
}

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
