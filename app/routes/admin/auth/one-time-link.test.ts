import { expect, test } from 'vitest';

import { revalidatesLink } from './one-time-link.ts';

test.for([
  [200, false],
  [410, true],
  [422, true],
  [undefined, true],
] as const)('revalidatesLink after an action with status %s answers %s', ([actionStatus, expected]) => {
  expect(revalidatesLink({ actionStatus, defaultShouldRevalidate: true })).toBe(expected);
});
