import { expect, test } from 'vitest';

import { redirectRule } from '#tests/redirect-rules.ts';
import { createRuleIndex } from './rule-index.ts';
import { targetConflict } from './rule-conflict.ts';

/** Which rules of a set (`/a > /b, /b > gone`) cannot stand. */
function conflicts(written: string): string[] {
  const rules = written.split(', ').map((one) => {
    const [from = '', to = ''] = one.split(' > ');
    return redirectRule(from, to === 'gone' ? null : to);
  });
  const index = createRuleIndex(rules);
  return rules.flatMap((one) => targetConflict(one, index) ?? []);
}

test.each([
  ['two rules to one page', '/a > /x, /b > /x'],
  ['a rule to another site', '/a > https://other.test/a'],
  ['a prefix rule that keeps the rest', '/a/* > /x/*, /b > /x'],
  ['a rule to a page beside a prefix', '/a/* > /x, /b > /ab'],
])('%s is no conflict', (_, rules) => {
  expect(conflicts(rules)).toEqual([]);
});

const leadsOn = (from: string, to: string) => `The rule for ${from} leads on to ${to}. Lead there directly.`;

test.each([
  ['a rule to itself', '/a > /a', '/a would lead to itself.'],
  ['itself in capitals', '/a > /A?x=1#y', '/a would lead to itself.'],
  ['itself percent-encoded', '/a > /%61', '/a would lead to itself.'],
  ['a prefix to a page below', '/a/* > /a/b', '/a/* would lead to itself.'],
  ['a prefix that is taken off', '/a/* > /*', '/a/* would lead to itself.'],
  ['a chain', '/a > /b, /b > /c', leadsOn('/b', '/c')],
  ['a chain through a prefix', '/a > /b/x, /b/* > /c/*', leadsOn('/b/*', '/c/*')],
  ['a rest that meets a rule', '/a/* > /b/*, /b/x > /c', leadsOn('/b/x', '/c')],
  ['a rest that meets a prefix', '/a/* > /b/*, /b/x/* > /c', leadsOn('/b/x/*', '/c')],
  ['a rule to what is gone', '/a > /b, /b > gone', 'The rule for /b says that this address is gone.'],
])('%s is a conflict', (_, rules, message) => {
  expect(conflicts(rules)).toEqual([message]);
});

test('a loop of three is three conflicts', () => {
  expect(conflicts('/a > /b, /b > /c, /c > /a')).toHaveLength(3);
});
