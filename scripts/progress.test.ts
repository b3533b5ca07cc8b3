import { expect, test } from 'vitest';

import { progressOf } from './progress.ts';

test('progressOf announces a line every five seconds, none before', () => {
  const lines: string[] = [];
  let now = 0;
  const progress = progressOf(
    'Posts',
    2_000,
    (line) => lines.push(line),
    () => now,
  );
  for (let step = 0; step < 24; step += 1) {
    now += 500;
    progress.add(50);
  }
  expect(lines).toEqual(['Posts: 500 of 2,000, 15 s left …', 'Posts: 1,000 of 2,000, 10 s left …']);
});
