import { expect, test } from 'vitest';

import { readText } from '#tests/project.ts';

/** Rows of the table of guards: name and test. */
const listed = Array.from(
  readText('docs/operations.md').matchAll(/^\| `(\w+)`.*\| `(tests\/\S+\.ts)` +\|$/gm),
  ([, guard = '', file = '']) => ({ guard, file }),
);
const type = /export type Alarms = [^;]+;/.exec(readText('server/guards/alarms.ts'))?.[0] ?? '';
const guards = Array.from(type.matchAll(/'(\w+)'/g), ([, guard = '']) => guard);

test('every guard is listed in docs/operations.md with a test, and no other is', () => {
  expect(guards.length).toBeGreaterThan(5);
  expect(listed.map(({ guard }) => guard).toSorted()).toEqual(guards.toSorted());
});

test.for(listed)('the test of the guard $guard waits for all four channels', ({ guard, file }) => {
  expect(readText(file)).toMatch(new RegExp(`\\bexpectGuardSpeaks\\([\\w.]+, [\\w.]+, '${guard}', `));
});
