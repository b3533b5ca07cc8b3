import { expect, test } from 'vitest';

import { coverGround, coverGroundInList, drawCover } from './cover-drawing.ts';

const slugs = Array.from({ length: 300 }, (_, index) => `a-post-number-${index}`);

test('drawCover returns the same drawing for the same slug', () => {
  expect(drawCover('hello-world')).toEqual(drawCover('hello-world'));
});

test('drawCover returns different drawings for nearly all slugs', () => {
  const drawings = new Set(slugs.map((slug) => JSON.stringify(drawCover(slug))));
  expect(drawings.size).toBeGreaterThan(slugs.length * 0.98);
});

test('coverGround is stable for a slug and evenly distributed', () => {
  const counts = Map.groupBy(slugs, coverGround);
  for (const ground of ['plain', 'squared', 'blue'] as const) {
    expect(counts.get(ground)?.length).toBeGreaterThan(70);
  }
  expect(coverGround('hello-world')).toBe(coverGround('hello-world'));
});

test('coverGroundInList never repeats for neighbors', () => {
  for (let index = 0; index < 20; index += 1) {
    expect(coverGroundInList(index)).not.toBe(coverGroundInList(index + 1));
  }
});

test.each([...slugs.slice(0, 40), '', '日本語', '🚀', 'a'.repeat(5000)])(
  'a drawing is small, holds only finite numbers and has one signal path: %#',
  (slug) => {
    const strokes = drawCover(slug);
    const paths = strokes.map(({ path }) => path).join('');
    expect(paths).toMatch(/^[MLHVQTAalhvqZ0-9 .-]+$/);
    expect(paths.length).toBeLessThan(4000);
    expect(strokes.filter(({ pen }) => pen === 'signal')).toHaveLength(1);
  },
);
