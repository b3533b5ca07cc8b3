import { expect, test } from 'vitest';

import type { Typeface } from '#domain/posts/social-image-renderer.ts';
import { socialCardSvg, type SocialCard } from './social-card-svg.ts';

/** Has Latin characters, each half as wide as high; a path contains its text. */
const typeface: Typeface = {
  hasAll: (text) => /^[ -~À-ſ…–—‘’“”]*$/.test(text),
  width: (text, size) => [...text].length * size * 0.5,
  path: (text, _x, _baseline, size) => `[${text}|${size}]`,
};

const card = {
  slug: 'a-post',
  title: 'A title',
  category: 'Craft',
  siteName: 'Firm',
  tagline: 'we build anything',
  accent: '#c82e0b',
  logo: '',
};
const drawn = (fields: Partial<SocialCard>, logo: string | null = null) => {
  const svg = socialCardSvg({ ...card, ...fields }, typeface, logo);
  const texts = [...svg.matchAll(/d="\[(.*?)\|(\d+)\]"/g)].map(([, text = '', size]) => ({
    text,
    size: Number(size),
  }));
  const [category, site] = [texts.find(({ size }) => size === 28), texts.find(({ size }) => size === 36)];
  const title = texts.filter((each) => each !== category && each !== site);
  return {
    svg,
    category: category?.text,
    site: site?.text,
    lines: title.map(({ text }) => text),
    size: title[0]?.size ?? 0,
  };
};

test('socialCardSvg shows title, category and site name', () => {
  const { svg, lines, category, site } = drawn({});
  expect([lines.join(' '), category, site]).toEqual(['A title', 'Craft', 'Firm']);
  expect(svg).toContain('width="1200" height="630"');
});

test('the logo takes the place of the mark', () => {
  const mark = 'M16 7.5 6.5 29';
  expect(drawn({}).svg).toContain(mark);
  const { svg } = drawn({}, 'data:image/png;base64,AAAA');
  expect(svg).not.toContain(mark);
  expect(svg).toContain('<image width="56" height="56" href="data:image/png;base64,AAAA"/>');
});

test('a longer title has a smaller size, and one that never fits is cut with an ellipsis', () => {
  const long = drawn({ title: 'Some words of a title that is rather long but fits' });
  const longer = drawn({ title: 'word '.repeat(60) });
  expect(drawn({}).size).toBeGreaterThan(long.size);
  expect(long.lines.join(' ')).toBe('Some words of a title that is rather long but fits');
  expect(longer.lines.at(-1)).toMatch(/…$/);
  for (const { lines, size } of [long, longer, drawn({ title: 'x'.repeat(300) })]) {
    for (const line of lines) expect(typeface.width(line, size)).toBeLessThanOrEqual(612);
    expect(lines.length * size * 1.08).toBeLessThanOrEqual(330);
  }
});

test.each(['小さく作る', 'שלום', 'Привет PostgreSQL', '🎉🎉', '?!…'.replace(/./g, '…')])(
  'socialCardSvg shows the tagline instead of "%s", which the font cannot show completely',
  (title) => {
    expect(drawn({ title }).lines.join(' ')).toBe('we build anything');
  },
);

test('symbols that the font lacks are left out', () => {
  expect(drawn({ title: 'Launch 🚀 day → now' }).lines.join(' ')).toBe('Launch day now');
  expect(drawn({ category: '日本' }).category).toBeUndefined();
  expect(drawn({ category: null }).category).toBeUndefined();
});

test('the markup contains no text of the author', () => {
  const { svg } = drawn({ slug: 'x', title: '</svg><script>' });
  const markup = svg.replaceAll(/d="\[.*?\]"/g, '');
  expect(markup).not.toContain('script');
});
