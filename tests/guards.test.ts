import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { project, readText } from '#tests/project.ts';

/** Rows of the table of guards: name and test. */
const listed = Array.from(
  readText('docs/operations.md').matchAll(/^\| `(\w+)`.*\| `(\S+\.test\.ts)` +\|$/gm),
  ([, guard = '', file = '']) => ({ guard, file }),
);
const type = /export type Alarms = [^;]+;/.exec(readText('server/guards/alarms.ts'))?.[0] ?? '';
const guards = Array.from(type.matchAll(/'(\w+)'/g), ([, guard = '']) => guard);

/** How a test reads what a guard says. */
const readsAlarm = /\bwarning\(\)|\bwarning\('UTC'\)|problems\b|warning: /;

test('every guard is listed in docs/operations.md with a test, and no other is', () => {
  expect(guards.length).toBeGreaterThan(5);
  expect(listed.map(({ guard }) => guard).toSorted()).toEqual(guards.toSorted());
});

test.for(listed)('the test of the guard $guard is there and waits for its alarm', ({ file }) => {
  expect(existsSync(join(project, file)), file).toBe(true);
  expect(readText(file)).toMatch(readsAlarm);
});
