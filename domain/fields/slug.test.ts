import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fallbackSlug, numberedSlug } from './slug.ts';
import { slugify } from './slugify.ts';

const shape = /^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/;

describe('slugify', () => {
  test.each([
    ['Hello, World!', 'hello-world'],
    ['  --A  &  B--  ', 'a-b'],
    ['C++ 20: what’s new?', 'c-20-what-s-new'],
    ['Crème brûlée à Zürich', 'creme-brulee-a-zurich'],
    ['Cre\u0301me de\u0301compose\u0301e', 'creme-decomposee'],
    ['Straße nach Łódź', 'strasse-nach-lodz'],
    ['Привет, мир', 'privet-mir'],
    ['Καλημέρα κόσμε', 'kalimera-kosme'],
    ['北京', 'beijing'],
    ['안녕하세요', 'annyeonghaseyo'],
    ['مرحبا', 'mrhb'],
    ['हिन्दी', 'hindi'],
    ['Ship it 🚀', 'ship-it-rocket'],
    ['new', 'new'],
    ['feed.xml', 'feed-xml'],
    ['category/rust', 'category-rust'],
    ['..', ''],
    ['', ''],
    ['!!! ???', ''],
    ['\u0000\uD800\u202E', ''],
  ])('%j becomes %j', (text, slug) => {
    expect(slugify(text)).toBe(slug);
  });

  test('is its own slug', () => {
    for (const text of ['Hello, World!', '北京 2026', 'a'.repeat(500), 'ab '.repeat(200)])
      expect(slugify(slugify(text))).toBe(slugify(text));
  });

  test('is cut between words at 120 characters, and inside a word that is longer than that', () => {
    expect(slugify('wonderful '.repeat(30))).toBe(Array(12).fill('wonderful').join('-'));
    expect(slugify('x'.repeat(300))).toBe('x'.repeat(120));
    expect(slugify(`it ${'x'.repeat(300)}`)).toHaveLength(120);
    expect(slugify(`${'x'.repeat(119)} y`)).toBe('x'.repeat(119));
    expect(slugify(`${'x'.repeat(120)} y`)).toBe('x'.repeat(120));
  });
});

test('numberedSlug ends with the number, within the limit', () => {
  expect(numberedSlug('hello', 2)).toBe('hello-2');
  expect(numberedSlug('x'.repeat(120), 4_294_967_295)).toHaveLength(120);
  const words = numberedSlug(slugify('wonderful '.repeat(30)), 12);
  expect(words).toMatch(shape);
  expect(words).toMatch(/wonderful-12$/);
});

test('fallbackSlug is short and a slug', () => {
  expect(fallbackSlug('0A1B2C3D4E5F')).toBe('0a1b2c3d');
});

test('the slug of any text is a slug or empty', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void expect(slugify(text)).toMatch(shape)));
});
