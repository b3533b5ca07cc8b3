import { normalPath, readablePath } from './path.ts';
import { takesRest, type RedirectRule } from './rule.ts';
import type { RuleIndex } from './rule-index.ts';

/**
 * Why a rule cannot stand beside the others: a visitor would be led around in a circle, or from one rule to the next.
 * Every such pair has a rule whose target is an address of another rule, so asking each rule of a set finds them all.
 *
 * @param all every rule, this one included
 * @returns a message for the field of the target; null when there is nothing to say
 */
export function targetConflict(rule: RedirectRule, all: RuleIndex): string | null {
  const next = nextRule(rule, all);
  if (next === undefined) return null;
  if (isSame(next, rule)) return `${nameOf(rule)} would lead to itself.`;
  return next.target === null
    ? `The rule for ${nameOf(next)} says that this address is gone.`
    : `The rule for ${nameOf(next)} leads on to ${next.target}. Lead there directly.`;
}

/** The rule that answers where another one leads to; where that takes the rest of the path, one of them. */
export function nextRule<Rule extends RedirectRule>(
  rule: RedirectRule,
  rules: RuleIndex<Rule>,
): Rule | undefined {
  const path = targetPath(rule);
  if (path === null) return undefined;
  return rules.find(path) ?? (takesRest(rule) ? rules.findBelow(path) : undefined);
}

/** The path of this site that a target names, in its normal form and without `/*`; null where it lies elsewhere. */
export function targetPath({ target, isPrefix }: Pick<RedirectRule, 'target' | 'isPrefix'>): string | null {
  if (target === null || !target.startsWith('/')) return null;
  const path = target.replace(/[?#].*$/s, '');
  return normalPath(takesRest({ target, isPrefix }) ? path.slice(0, -2) || '/' : path);
}

/** As people write a rule's source: `/old/*` for a prefix. */
export function nameOf({ source, isPrefix }: Pick<RedirectRule, 'source' | 'isPrefix'>): string {
  return readablePath(source) + (isPrefix ? '/*' : '');
}

function isSame(one: RedirectRule, other: RedirectRule): boolean {
  return one.source === other.source && one.isPrefix === other.isPrefix;
}
