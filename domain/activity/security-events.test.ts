import { globSync } from 'node:fs';

import { expect, test } from 'vitest';

import { project, readText } from '#tests/project.ts';
import { activityActions, securityEvents } from './actions.ts';

test('every security event is reported somewhere', () => {
  const files = globSync('{domain,app,server}/**/*.{ts,tsx}', { cwd: project });
  const source = files.filter((file) => !file.includes('.test.')).map(readText);
  const reported = source.flatMap((text) => [
    ...text.matchAll(/(?:reportSecurityEvent|exportPeople)\([^,]+,\s*'(?<name>[a-z-]+)'/g),
    // An activity that is reported, too; one by a condition has two names.
    ...(text.includes('recordSecurityActivity(')
      ? text.matchAll(/(?<=action: (?:\w+ \? (?:'[a-z-]+' : )?)?)'(?<name>[a-z-]+)'/g)
      : []),
  ]);
  expect(
    [...new Set(reported.map(({ groups }) => groups?.['name'] ?? ''))]
      .filter((name) => Object.hasOwn(securityEvents, name))
      .toSorted(),
  ).toEqual(Object.keys(securityEvents).toSorted());
});

test('an event that the activity log knows too has the same name there', () => {
  const onlyInTheLog = Object.keys(securityEvents).filter((name) => !Object.hasOwn(activityActions, name));
  expect(onlyInTheLog).toEqual(['limit-reached', 'permission-denied']);
});
