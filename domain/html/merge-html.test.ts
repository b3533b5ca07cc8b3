import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { defaultChoice, mergedHtml, mergeHtml, type Change, type MergePart } from './merge-html.ts';

const p = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');
const merged = (parts: readonly MergePart[]) => mergedHtml(parts, defaultChoice);
const changesOf = (parts: readonly MergePart[]) =>
  parts.filter((part): part is Change => typeof part !== 'string');
const conflictsOf = (parts: readonly MergePart[]) =>
  changesOf(parts).filter((change) => change.merged === null);

describe('mergeHtml', () => {
  test.each([
    ['a change of each side', p('a', 'b', 'c'), p('A', 'b', 'c'), p('a', 'b', 'C'), p('A', 'b', 'C')],
    ['changes of neighbors', p('a', 'b'), p('A', 'b'), p('a', 'B'), p('A', 'B')],
    ['the same change', p('a', 'b'), p('A', 'b'), p('A', 'b'), p('A', 'b')],
    ['a block added by each', p('a', 'b'), p('x', 'a', 'b'), p('a', 'b', 'y'), p('x', 'a', 'b', 'y')],
    ['a change beside a removed block', p('a', 'b', 'c'), p('a', 'B', 'c'), p('a', 'b'), p('a', 'B')],
    ['a change beside an added block', p('a', 'b'), p('A', 'b'), p('a', 'new', 'b'), p('A', 'new', 'b')],
    [
      'a removed block, one added there',
      p('a', 'b', 'c'),
      p('a', 'c'),
      p('a', 'b', 'x', 'c'),
      p('a', 'x', 'c'),
    ],
    ['a block that one side moved', p('a', 'b', 'c'), p('b', 'c', 'a'), p('a', 'b', 'C'), p('b', 'C', 'a')],
    [
      'a moved block that the other changed',
      p('long a', 'b', 'c'),
      p('b', 'c', 'long a'),
      p('long A', 'b', 'c'),
      p('b', 'c', 'long A'),
    ],
    ['a block that both moved', p('a', 'b', 'c'), p('b', 'a', 'c'), p('b', 'c', 'a'), p('b', 'a', 'c')],
    ['a text that one side emptied', p('a', 'b'), '', p('a', 'b'), ''],
    ['a text that one side wrote', '', p('a'), '', p('a')],
  ])('of %s needs no choice', (_, base, mine, theirs, expected) => {
    const parts = mergeHtml(base, mine, theirs);
    expect(conflictsOf(parts)).toEqual([]);
    expect(merged(parts)).toBe(expected);
  });

  test('of two changes of one block asks, and mine stays unless chosen otherwise', () => {
    const parts = mergeHtml(
      p('a', 'one two', 'c'),
      p('a', 'one two mine', 'c'),
      p('a', 'one two theirs', 'c'),
    );
    expect(conflictsOf(parts)).toEqual([
      { base: p('one two'), mine: p('one two mine'), theirs: p('one two theirs'), merged: null },
    ]);
    expect(merged(parts)).toBe(p('a', 'one two mine', 'c'));
    expect(mergedHtml(parts, () => 'both')).toBe(p('a', 'one two mine', 'one two theirs', 'c'));
  });

  test('of a changed and a removed block asks, and the changed one stays unless chosen otherwise', () => {
    for (const [mine, theirs] of [
      [p('a', 'B'), p('a')],
      [p('a'), p('a', 'B')],
    ] as const) {
      const parts = mergeHtml(p('a', 'b'), mine, theirs);
      expect(conflictsOf(parts)).toHaveLength(1);
      expect(merged(parts)).toBe(p('a', 'B'));
    }
  });

  test('of blocks that both added in one place asks, and both stay unless chosen otherwise', () => {
    const parts = mergeHtml(p('a'), p('a', 'mine'), p('a', 'theirs'));
    expect(conflictsOf(parts)).toHaveLength(1);
    expect(merged(parts)).toBe(p('a', 'mine', 'theirs'));
  });

  test('recognizes a changed block beside an added one by its words', () => {
    const parts = mergeHtml(
      p('the cat sat on the mat'),
      p('a wholly new start', 'the cat sat on the red mat'),
      p('the dog sat on the mat'),
    );
    expect(conflictsOf(parts)).toEqual([
      {
        base: p('the cat sat on the mat'),
        mine: p('the cat sat on the red mat'),
        theirs: p('the dog sat on the mat'),
        merged: null,
      },
    ]);
  });

  test('merges the items of a list, the rows of a table and the images of a gallery', () => {
    const list = (...items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
    expect(merged(mergeHtml(list('a', 'b'), list('A', 'b'), list('a', 'b', 'c')))).toBe(list('A', 'b', 'c'));
    const table = (...rows: string[]) =>
      `<table><tbody>${rows.map((row) => `<tr><td>${row}</td></tr>`).join('')}</tbody></table>`;
    expect(merged(mergeHtml(table('a', 'b'), table('A', 'b'), table('a', 'B')))).toBe(table('A', 'B'));
    const gallery = (...images: string[]) =>
      `<figure class="block-gallery">${images.map((src) => `<figure><img src="${src}" alt="a &gt; b > c"></figure>`).join('')}</figure>`;
    expect(merged(mergeHtml(gallery('1', '2'), gallery('1'), gallery('1', '2', '3')))).toBe(
      gallery('1', '3').replaceAll('b > c', 'b &gt; c'),
    );
  });

  test('never mixes the words of two changes into one block', () => {
    const quote = (...texts: string[]) => `<blockquote>${p(...texts)}</blockquote>`;
    const parts = mergeHtml(quote('a', 'b'), quote('mine', 'b'), quote('theirs', 'B'));
    expect(conflictsOf(parts)).toEqual([
      { base: p('a'), mine: p('mine'), theirs: p('theirs'), merged: null },
    ]);
    expect(merged(parts)).toBe(quote('mine', 'B'));
  });
});

/** A text of blocks, some of them alike, and an edit of it. */
const words = fc.constantFrom('', 'a', 'b', 'a b', 'a b c', 'long words here');
const texts = fc.array(words, { maxLength: 12 });
const edit = fc.record({
  kind: fc.constantFrom('change', 'add', 'remove', 'move'),
  at: fc.nat(11),
  to: fc.nat(11),
});

function edited(
  blocks: readonly string[],
  edits: readonly { kind: string; at: number; to: number }[],
  by: string,
) {
  const result = [...blocks];
  for (const [n, { kind, at, to }] of edits.entries()) {
    if (kind === 'add') result.splice(at, 0, `new ${by}${n}`);
    else if (kind === 'remove') result.splice(at, 1);
    else if (kind === 'move') result.splice(to, 0, ...result.splice(at, 1));
    else if (at < result.length) result[at] += ` ${by}${n}`;
  }
  return result;
}

describe('a merge of any two edits', () => {
  const edits = fc.array(edit, { maxLength: 6 });

  test('has everything that either side wrote, unless both wrote in one block', () => {
    fc.assert(
      fc.property(texts, edits, edits, (base, one, other) => {
        const sides = [edited(base, one, 'm'), edited(base, other, 't')] as const;
        const parts = mergeHtml(p(...base), p(...sides[0]), p(...sides[1]));
        const shown =
          merged(parts) +
          conflictsOf(parts)
            .map(({ mine, theirs }) => mine + theirs)
            .join('');
        for (const word of sides
          .flat()
          .join(' ')
          .match(/\b[mt]\d\b/g) ?? [])
          expect(shown).toContain(word);
      }),
      { numRuns: 600 },
    );
  });

  test('of different blocks has both, in order, without a choice', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.string({ minLength: 1 }).filter((text) => /^\w+$/.test(text)),
          { minLength: 2, maxLength: 12 },
        ),
        fc.nat(),
        fc.nat(),
        (base, at, to) => {
          const [mine, theirs] = [at % base.length, to % base.length];
          fc.pre(mine !== theirs);
          const change = (place: number, text: string, all: readonly string[]) => all.with(place, text);
          const parts = mergeHtml(
            p(...base),
            p(...change(mine, 'MINE ', base)),
            p(...change(theirs, 'THEIRS ', base)),
          );
          expect(conflictsOf(parts)).toEqual([]);
          expect(merged(parts)).toBe(p(...change(mine, 'MINE ', change(theirs, 'THEIRS ', base))));
        },
      ),
    );
  });

  test('without one of them is the other', () => {
    fc.assert(
      fc.property(texts, edits, (base, one) => {
        const [before, after] = [p(...base), p(...edited(base, one, 'm'))];
        expect(merged(mergeHtml(before, after, before))).toBe(after);
        expect(merged(mergeHtml(before, before, after))).toBe(after);
        expect(merged(mergeHtml(before, after, after))).toBe(after);
      }),
      { numRuns: 300 },
    );
  });
});
