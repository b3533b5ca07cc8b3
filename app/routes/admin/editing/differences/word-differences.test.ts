import { expect, test } from 'vitest';

import { shortened, wordDifferences } from './word-differences.ts';

test('wordDifferences returns removed and added words between unchanged ones', () => {
  expect(wordDifferences('the old house', 'the new house')).toEqual([
    { kind: 'same', text: 'the ' },
    { kind: 'removed', text: 'old' },
    { kind: 'added', text: 'new' },
    { kind: 'same', text: ' house' },
  ]);
});

test('wordDifferences contains every character of both texts', () => {
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

test('wordDifferences of two long texts without common words ends in time and is complete', () => {
  const text = (seed: number) =>
    Array.from({ length: 50_000 }, (_, n) => `w${(n * 7_919 + seed * n * n) % 99_991}`).join(' ');
  const [one, other] = [text(1), text(2)];
  const started = process.threadCpuUsage();
  const runs = wordDifferences(one, other);
  // The time of this thread, so that a busy machine does not count.
  expect(process.threadCpuUsage(started).user / 1_000).toBeLessThan(3_000);
  expect(
    runs
      .filter(({ kind }) => kind !== 'added')
      .map(({ text: t }) => t)
      .join(''),
  ).toBe(one);
});

test('shortened keeps the ends of a long unchanged text', () => {
  const text = `${'a'.repeat(400)}${'b'.repeat(400)}`;
  expect(shortened('short', 'middle')).toBe('short');
  expect(shortened(text, 'middle')).toBe(`${'a'.repeat(120)}\n…\n${'b'.repeat(120)}`);
  expect(shortened(text, 'first')).toBe(`…\n${'b'.repeat(120)}`);
  expect(shortened(text, 'last')).toBe(`${'a'.repeat(120)}\n…`);
  const words = 'seven figures '.repeat(60);
  expect(shortened(words, 'middle')).toBe(
    `${'seven figures '.repeat(8)}seven\n…\n${'seven figures '.repeat(8)}`,
  );
});
