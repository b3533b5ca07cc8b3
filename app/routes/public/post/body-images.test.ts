import { expect, test } from 'vitest';

import type { Image } from '#domain/images/image.ts';
import { cleanTree } from '#domain/html/html.ts';
import { layOut } from '#domain/html/layout.ts';
import { pageBody } from './post-body.ts';

const src = `/storage/blog-images/editor-images/${'7'.repeat(39)}.jpg`;
const sea: Image = {
  src,
  width: 1000,
  height: 500,
  animated: false,
  placeholder: 'AAAA',
  alt: 'The sea',
  caption: null,
};
const ready = (html: string, firstIsEager = false, images = [sea]) =>
  pageBody(layOut(cleanTree(html)), { images, image: firstIsEager ? null : sea, language: null }).html;

test('a known image has its size, its widths up to its own, and its blurred pixels', () => {
  const html = ready(`<p><img src="${src}" alt="A boat"></p>`);
  expect(html).toContain('width="1000" height="500"');
  expect(html).toContain(`srcset="${src}?w=320 320w, `);
  expect(html).toContain(`${src}?w=1200 1000w"`);
  expect(html).not.toContain('1200w');
  expect(html).toContain('href="data:image/webp;base64,AAAA"');
  expect(html).toContain('alt="A boat"');
  expect(html).toContain('loading="lazy"');
});

test('the width that its author gave stays, the height follows the image', () => {
  const html = ready(`<img src="${src}" alt="" width="200" height="900">`);
  expect(html).toContain('width="200" height="100"');
  expect(html).toContain('sizes="200px"');
});

test('the first of the page is not lazy, the others are', () => {
  const html = ready(`<img src="${src}" alt=""><img src="${src}" alt="">`, true);
  expect(html.match(/loading="lazy"/g)).toHaveLength(1);
  expect(html.indexOf('fetchpriority="high"')).toBeLessThan(html.indexOf('loading="lazy"'));
});

test('a transparent image has no pixels behind it', () => {
  expect(ready(`<img src="${src}" alt="">`, false, [{ ...sea, placeholder: null }])).not.toContain('<svg');
});

test('an unknown one is only lazy', () => {
  expect(ready('<img src="/storage/blog-images/x/1.jpg" alt="">')).toBe(
    '<p><img src="/storage/blog-images/x/1.jpg" alt="" loading="lazy" decoding="async"></p>',
  );
});

test('the language of a body is the chosen one, and none for English', () => {
  const languageIn = (language: string | null) =>
    pageBody(layOut([]), { images: [], image: null, language }).language;
  expect(['de', 'en', null].map(languageIn)).toEqual(['de', undefined, undefined]);
});
