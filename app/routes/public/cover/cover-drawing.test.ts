import { expect, test } from 'vitest';

import { coverGround, coverGroundInList, drawCover } from './cover-drawing.ts';

const slugs = Array.from({ length: 300 }, (_, index) => `a-post-number-${index}`);

test('the same slug is drawn the same way every time', () => {
  expect(drawCover('hello-world')).toEqual(drawCover('hello-world'));
});

test('hardly two slugs in a hundred are drawn the same', () => {
  const drawings = new Set(slugs.map((slug) => JSON.stringify(drawCover(slug))));
  expect(drawings.size).toBeGreaterThan(slugs.length * 0.98);
});

test('the grounds are about as frequent as each other, and stay with the slug', () => {
  const counts = Map.groupBy(slugs, coverGround);
  for (const ground of ['plain', 'squared', 'blue'] as const) {
    expect(counts.get(ground)?.length).toBeGreaterThan(70);
  }
  expect(coverGround('hello-world')).toBe(coverGround('hello-world'));
});

test('neighbors in a list never lie on the same ground', () => {
  for (let index = 0; index < 20; index += 1) {
    expect(coverGroundInList(index)).not.toBe(coverGroundInList(index + 1));
  }
});

test.each([...slugs.slice(0, 40), '', '日本語', '🚀', 'a'.repeat(5000)])(
  'every drawing is finite, small, and has one signal: %#',
  (slug) => {
    const strokes = drawCover(slug);
    const paths = strokes.map(({ path }) => path).join('');
    expect(paths).toMatch(/^[MLHVQTAalhvqZ0-9 .-]+$/);
    expect(paths.length).toBeLessThan(4000);
    expect(strokes.filter(({ pen }) => pen === 'signal')).toHaveLength(1);
  },
);
