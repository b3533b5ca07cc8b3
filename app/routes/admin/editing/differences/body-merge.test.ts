import { describe, expect, test } from 'vitest';

import { mergeBodies, wordsOfBlocks } from './body-merge.ts';

const asWritten = (html: string) => html.replaceAll('\n', '');

describe('mergeBodies', () => {
  test('of bodies that one side alone changed is null', () => {
    for (const [mine, theirs, base] of [
      ['<p>a</p>', '<p>b</p>', '<p>a</p>'],
      ['<p>a</p>', '<p>b</p>', '<p>b</p>'],
      ['<p>a</p>', '<p>a</p>', '<p>b</p>'],
      ['<p>a</p>\n<p>b</p>', '<p>c</p>', '<p>a</p><p>b</p>'],
    ] as const)
      expect(mergeBodies({ mine, theirs, base }, asWritten)).toBeNull();
  });

  test('tells what both sides changed from what one side changed', () => {
    const merge = mergeBodies(
      { base: '<p>a</p>\n<p>b</p>', mine: '<p>A</p><p>mine</p>', theirs: '<p>a</p><p>theirs</p>' },
      asWritten,
    );
    expect(merge?.conflicts).toMatchObject([{ mine: '<p>mine</p>', theirs: '<p>theirs</p>' }]);
    expect(merge?.oneSided).toMatchObject([{ base: '<p>a</p>', mine: '<p>A</p>' }]);
  });

  test('without a common base finds a conflict in every difference', () => {
    const merge = mergeBodies(
      { base: null, mine: '<p>a</p><p>b</p>', theirs: '<p>b</p><p>c</p>' },
      asWritten,
    );
    expect(merge?.conflicts).toHaveLength(2);
    expect(merge?.oneSided).toEqual([]);
  });
});

test.each([
  ['', ''],
  ['<p>a &amp; b</p>', 'a & b'],
  ['<figure><img src="x" alt="A &quot;tree&quot;"></figure>', 'Image: A "tree"'],
  ['<figure><img src="x" alt=""></figure>', 'An image'],
  ['<p></p>', 'An empty line'],
])('wordsOfBlocks of %j is %j', (html, words) => {
  expect(wordsOfBlocks(html)).toBe(words);
});
