import { expect, test } from 'vitest';

import { shortened, wordDifferences } from './word-differences.ts';

test('words that were taken out and put in stand between those that stayed', () => {
  expect(wordDifferences('the old house', 'the new house')).toEqual([
    { kind: 'same', text: 'the ' },
    { kind: 'removed', text: 'old' },
    { kind: 'added', text: 'new' },
    { kind: 'same', text: ' house' },
  ]);
});

test('words that changed side by side are one change', () => {
  expect(wordDifferences('It is from the other.', 'It is from this one.')).toEqual([
    { kind: 'same', text: 'It is from ' },
    { kind: 'removed', text: 'the other' },
    { kind: 'added', text: 'this one' },
    { kind: 'same', text: '.' },
  ]);
});

test('both texts can be read out of the answer, letter by letter', () => {
  const one = 'Ein Text.\n\nZweiter Absatz — 日本語 und mehr.';
  const other = 'Ein anderer Text.\n\n日本語 Absatz und weniger.';
  const runs = wordDifferences(one, other);
  const without = (kind: string) =>
    runs
      .filter((run) => run.kind !== kind)
      .map(({ text }) => text)
      .join('');
  expect(without('added')).toBe(one);
  expect(without('removed')).toBe(other);
});

test('two long texts with nothing in common are answered in time, and whole', () => {
  const text = (seed: number) =>
    Array.from({ length: 50_000 }, (_, n) => `w${(n * 7_919 + seed * n * n) % 99_991}`).join(' ');
  const [one, other] = [text(1), text(2)];
  const started = performance.now();
  const runs = wordDifferences(one, other);
  expect(performance.now() - started).toBeLessThan(3_000);
  expect(
    runs
      .filter(({ kind }) => kind !== 'added')
      .map(({ text: t }) => t)
      .join(''),
  ).toBe(one);
});

test('a long stretch that stayed is shown by its ends', () => {
  const text = `${'a'.repeat(400)}${'b'.repeat(400)}`;
  expect(shortened('short', 'middle')).toBe('short');
  expect(shortened(text, 'middle')).toBe(`${'a'.repeat(120)}\n…\n${'b'.repeat(120)}`);
  expect(shortened(text, 'first')).toBe(`…\n${'b'.repeat(120)}`);
  expect(shortened(text, 'last')).toBe(`${'a'.repeat(120)}\n…`);
  const words = 'seven letters '.repeat(60);
  expect(shortened(words, 'middle')).toBe(
    `${'seven letters '.repeat(8)}seven\n…\n${'seven letters '.repeat(8)}`,
  );
});
