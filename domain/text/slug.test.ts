import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { corpusPath, missingCorpus } from '#tests/corpora.ts';
import { fallbackSlug, numberedSlug, plainSlug } from './slug.ts';
import { slugify } from './transliterate.ts';

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

  test.each([
    ['a to z', 'a'],
    ['spaces', ' '],
    ['combining marks', '\u0301'],
    ['no character of a script', '\u{10FFFF}'],
    ['Han', '語'],
  ])('reads a megabyte of %s in less than 50 ms', (_, piece) => {
    const text = piece.repeat(1_000_000 / piece.length);
    slugify(piece);
    const before = process.threadCpuUsage();
    expect(slugify(text)).toMatch(shape);
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(100);
  });
});

describe('numberedSlug', () => {
  test('ends with the number, within the limit', () => {
    expect(numberedSlug('hello', 2)).toBe('hello-2');
    expect(numberedSlug('x'.repeat(120), 4_294_967_295)).toHaveLength(120);
    const words = numberedSlug(slugify('wonderful '.repeat(30)), 12);
    expect(words).toMatch(shape);
    expect(words).toMatch(/wonderful-12$/);
  });
});

describe('fallbackSlug', () => {
  test('is short and a slug', () => {
    expect(fallbackSlug('0A1B2C3D4E5F')).toBe('0a1b2c3d');
  });
});

test.each([
  'undefined',
  '__proto__',
  '1/0',
  '-1.00',
  '0x0',
  '\u0000\u0001\u001F\u007F\u0085',
  '\u00A0\u1680\u2003\u2028\u3000\uFEFF',
  '\u200B\u200D\u2060\u00AD',
  '\u202Etest\u202C \u2066isolated\u2069',
  '\uD800 alone \uDFFF',
  'Z\u0351\u036B\u0343a\u0363l\u0348g\u0332o',
  'Ｆｕｌｌ ｗｉｄｔｈ',
  '𝕋𝕙𝕖 𝓺𝓾𝓲𝓬𝓴',
  'ﬁ ﷽ ㏂',
  '👩‍👩‍👧‍👦 🏳️‍🌈 ✋🏿',
  '田中さん 찦차를 社會科學院',
  'İstanbul ıŞğ ẞ',
  '¯\\_(ツ)_/¯',
  '../../etc/passwd%00',
  "'; drop table posts; --",
  '<script>alert(1)</script>',
  '{{7*7}} ${7*7} $(id)',
  'a\r\nSet-Cookie: x',
  'CON',
  'x'.repeat(10_000),
])('the slug of %j is a slug or empty', (title) => {
  expect(slugify(title)).toMatch(shape);
});

const list = 'text/blns.json';
const listMissing = missingCorpus(list);

test.skipIf(listMissing !== null)(
  `the slug of each entry of the big list of naughty strings is a slug or empty${listMissing === null ? '' : ` (skipped: ${listMissing})`}`,
  () => {
    const strings: unknown = JSON.parse(readFileSync(corpusPath(list), 'utf8'));
    if (!Array.isArray(strings)) throw new TypeError('The list of naughty strings is not a list.');
    expect(strings.length).toBeGreaterThan(500);
    for (const text of strings) expect(slugify(String(text))).toMatch(shape);
  },
);

describe('a plain slug, made without the table', () => {
  test.each(['Hello, World', '“Quoted” – and — so on… it’s', 'a\u00A0b · c • d', '', '!!!', 'x'.repeat(300)])(
    'of %j is the same',
    (title) => {
      expect(plainSlug(title)).toBe(slugify(title));
    },
  );

  test('every character treated as a mark becomes nothing in a slug', () => {
    for (let code = 0x80; code < 0x2100; code += 1) {
      const title = `a${String.fromCodePoint(code)}b`;
      expect(plainSlug(title) ?? slugify(title), code.toString(16)).toBe(slugify(title));
    }
  });

  test.each(['Über', 'Café', '東京', '€5', 'H₂O', '😀'])('of %j is left to the table', (title) => {
    expect(plainSlug(title)).toBeNull();
  });
});
