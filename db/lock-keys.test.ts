import { globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

test('each advisory lock has a number of its own', () => {
  const files = globSync('db/**/*.{ts,sql}').filter((file) => !file.endsWith('.test.ts'));
  const numbers = files.flatMap((file) =>
    (readFileSync(file, 'utf8').match(/\b7_?263_?541_?\d{3}\b/g) ?? []).map((number) =>
      number.replaceAll('_', ''),
    ),
  );
  expect(numbers.length).toBeGreaterThan(2);
  expect(numbers).toEqual([...new Set(numbers)]);
});
