import { expect, test } from 'vitest';

import { readTomlFrontMatter } from './read-toml.ts';

const withKeys = (count: number) =>
  `+++\n[params]\n${Array.from({ length: count - 1 }, (_, n) => `k${n} = ${n}\n`).join('')}+++\nWords.`;

test('TOML front matter has 200 keys at most, at any depth', () => {
  expect(readTomlFrontMatter(withKeys(200))?.body).toBe('Words.');
  expect(() => readTomlFrontMatter(withKeys(201))).toThrow('It has more than 200 keys.');
});
