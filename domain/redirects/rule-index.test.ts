import { describe, expect, test } from 'vitest';

import { redirectRule as rule } from '#tests/redirect-rules.ts';
import { createRuleIndex, locationOf } from './rule-index.ts';

const known = createRuleIndex([
  rule('/old', '/exact'),
  rule('/old/*', '/below'),
  rule('/old/deep/er/*', '/deepest'),
  rule('/caf%C3%A9', '/coffee'),
]);

test.each([
  ['/old', '/exact'],
  ['/OLD', '/exact'],
  ['/old/a', '/below'],
  ['/old/deep', '/below'],
  ['/old/deep/er', '/deepest'],
  ['/old/deep/er/and/er', '/deepest'],
  ['/old/deep/ers', '/below'],
  ['/caf%C3%89', '/coffee'],
  ['/caf%c3%a9', '/coffee'],
  ['/older', undefined],
  ['/o', undefined],
  ['/', undefined],
  ['/%', undefined],
])('the rule for %s leads to %s', (pathname, target) => {
  expect(known.find(pathname)?.target).toBe(target);
});

describe('findBelow', () => {
  const index = createRuleIndex([rule('/a/b'), rule('/a-b'), rule('/c/*')]);
  test.each([
    ['/', true],
    ['/a', true],
    ['/a/b', true],
    ['/c', true],
    ['/a-', false],
    ['/b', false],
    ['/c/d', false],
  ])('%s has a rule at it or below: %s', (path, is) => {
    expect(index.findBelow(path) !== undefined).toBe(is);
  });
});

describe('locationOf', () => {
  test.each([
    ['/old', '/new', '/old', '', '/new'],
    ['/old', '/new', '/old', '?utm_source=x', '/new?utm_source=x'],
    ['/old', '/new?a=1', '/old', '?utm_source=x', '/new?a=1'],
    ['/old', '/new#part', '/old', '?q=1', '/new?q=1#part'],
    ['/old', 'https://other.test/', '/old', '?q=1', 'https://other.test/?q=1'],
    ['/old/*', '/new', '/old/a/b', '', '/new'],
    ['/old/*', '/new/*', '/old/a/B%20c', '?q=1', '/new/a/B%20c?q=1'],
    ['/old/*', '/new/*', '/old', '', '/new'],
    ['/old/*', 'https://other.test/*', '/old', '', 'https://other.test/'],
    ['/old/*', 'https://other.test/*', '/old/a', '', 'https://other.test/a'],
    ['/old/*', 'https://other.test/*', '/old/%2F%2Fevil.test', '', 'https://other.test/%2F%2Fevil.test'],
  ])('%s to %s leads %s%s to %s', (from, target, pathname, search, location) => {
    expect(locationOf(rule(from, target), pathname, search)).toBe(location);
  });

  test('a rule that says gone leads nowhere', () => {
    expect(locationOf(rule('/old', null), '/old', '')).toBeNull();
  });
});
