import { expect, test } from 'vitest';

import type { Image } from './image.ts';
import { socialImageOf } from './social-image.ts';

const stored = (type: string) => `/storage/blog-images/featured-images/${'7'.repeat(39)}.${type}`;
const image: Image = {
  src: stored('jpg'),
  width: 2400,
  height: 1351,
  animated: false,
  placeholder: null,
  alt: 'The sea',
  caption: null,
};

test('JPEG and PNG go out as they are, in a width for cards, with the size they have there', () => {
  expect(socialImageOf(image, 'A title')).toEqual({
    address: `${stored('jpg')}?w=1200`,
    width: 1200,
    height: 676,
    mediaType: 'image/jpeg',
    alt: 'The sea',
  });
  const png = socialImageOf({ ...image, src: stored('png'), width: 900, height: 600 }, 'A title');
  expect(png).toMatchObject({ width: 900, height: 600, mediaType: 'image/png' });
});

test.each(['webp', 'avif', 'gif'])('%s goes out as JPEG', (type) => {
  expect(socialImageOf({ ...image, src: stored(type) }, 'A title')).toMatchObject({
    address: `${stored(type)}?w=1200&type=jpg`,
    mediaType: 'image/jpeg',
  });
});

test('what is too small to be shown large is not shared', () => {
  expect(socialImageOf({ ...image, width: 599, height: 400 }, 'A title')).toBeNull();
  expect(socialImageOf({ ...image, width: 900, height: 314 }, 'A title')).toBeNull();
});

test('a foreign image is shared by its address, unless that names a type that few read', () => {
  const foreign = { ...image, width: null, height: null, alt: '' };
  expect(socialImageOf({ ...foreign, src: 'https://a.example/b.jpg' }, 'A title')).toEqual({
    address: 'https://a.example/b.jpg',
    width: null,
    height: null,
    mediaType: null,
    alt: 'A title',
  });
  expect(socialImageOf({ ...foreign, src: 'https://a.example/b.webp?s=1' }, 'A title')).toBeNull();
});
