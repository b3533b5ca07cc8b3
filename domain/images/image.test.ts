import { expect, test } from 'vitest';

import { imageAddress, imageKeyOf } from './image.ts';
import { srcSetOf } from './image-address.ts';
import { imagesIn } from '#domain/html/html-tree.ts';
import { readHtml } from '#domain/html/read-html.ts';
import { usedImages } from '#domain/posts/used-images.ts';

const name = `${'4'.repeat(39)}.webp`;
const src = `/storage/blog-images/editor-images/${name}`;

test('an address leads to its image and back', () => {
  const key = imageKeyOf(src);
  expect(key).toEqual({ folder: 'editor-images', name });
  expect(key && imageAddress(key)).toBe(src);
});

test.each([
  '',
  name,
  `https://firm.example${src}`,
  `//firm.example${src}`,
  `${src}?w=320`,
  `${src}#x`,
  `${src}/`,
  ` ${src}`,
  `${src}\n`,
  src.replace('.webp', '.svg'),
  src.replace('.webp', '.php.webp'),
  src.replace('editor-images', 'other'),
  src.replace('editor-images/', 'editor-images/../editor-images/'),
  src.replace('editor-images/', 'editor-images%2f'),
  src.replace('/storage', '/Storage'),
  src.replace('4', '٤'),
])('%j is no address of an image', (text) => {
  expect(imageKeyOf(text)).toBeNull();
});

test('the widths of an image end at its own', () => {
  expect(srcSetOf({ src, width: 500 })).toBe(`${src}?w=320 320w, ${src}?w=480 480w, ${src}?w=640 500w`);
  expect(srcSetOf({ src, width: 100 })).toBe(`${src}?w=320 100w`);
  expect(srcSetOf({ src, width: 9000 })?.endsWith('?w=2400 2400w')).toBe(true);
  expect(srcSetOf({ src, width: null })).toBeUndefined();
  expect(srcSetOf({ src: 'https://elsewhere.example/a.jpg', width: 500 })).toBeUndefined();
});

test('a post uses what its body shows, each image once, and nothing of another site', () => {
  const other = src.replaceAll('4', '5');
  const html = `<p><img alt="a" src="${src}"></p><figure><img src="${other}" alt=""></figure><img src="${src}"><img src="/elsewhere.jpg"><p>src="${src}"</p>`;
  const social = src.replaceAll('4', '6');
  const found = usedImages(
    { featuredImage: src, socialImage: social, clientLogo: null },
    imagesIn(readHtml(html)),
  );
  expect(found.map(({ place, key }) => [place, imageAddress(key)])).toEqual([
    ['featured', src],
    ['social', social],
    ['body', src],
    ['body', other],
  ]);
  const elsewhere = 'https://elsewhere.example/a.jpg';
  const fields = { featuredImage: elsewhere, socialImage: elsewhere, clientLogo: elsewhere };
  expect(usedImages(fields, [])).toEqual([]);
});
