import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import {
  coverBackground,
  coverBackgroundInList,
  coverCount,
  coverNumber,
  distinctDrawings,
} from './cover.ts';

const slugs = Array.from({ length: 700 }, (_, index) => `a-post-number-${index}`);

test('covers.svg has each drawing, and each has one signal path', () => {
  const sprite = readFileSync(new URL('covers.svg', import.meta.url), 'utf8');
  const drawings = [...sprite.matchAll(/<symbol id="(.*?)".*?<\/symbol>/gs)];
  expect(drawings.map(([, id]) => id)).toEqual(Array.from({ length: coverCount }, (_, n) => `cover-${n}`));
  for (const [drawing] of drawings) expect(drawing.split('--color-signal')).toHaveLength(2);
});

test('every drawing and background is given to some slugs, always the same one to a slug', () => {
  const chosen = Map.groupBy(slugs, (slug) => `${coverNumber(slug)} ${coverBackground(slug)}`);
  expect(chosen.size).toBe(coverCount * 3);
  expect(coverNumber('hello-world')).toBe(coverNumber('hello-world'));
  expect(coverNumber('')).toBeLessThan(coverCount);
});

test('no drawing stands twice on a page while there are others', () => {
  const page = distinctDrawings([...slugs.slice(0, 13), null]);
  expect(new Set(page).size).toBe(14);
  expect(page[0]).toBe(coverNumber(slugs[0] ?? ''));
  expect(distinctDrawings(slugs.slice(0, 20))).toHaveLength(20);
});

test('coverBackgroundInList never repeats for neighbors', () => {
  for (let index = 0; index < 20; index += 1) {
    expect(coverBackgroundInList(index)).not.toBe(coverBackgroundInList(index + 1));
  }
});
