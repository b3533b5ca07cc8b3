import { expect, test } from 'vitest';

import { detectType } from './detect-type.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const box = (...brands: string[]) =>
  bytes(
    `\0\0\0${String.fromCharCode(16 + 4 * (brands.length - 1))}ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`,
  );

test.each([
  ['jpg', bytes('\xff\xd8\xff\xe0 rest')],
  ['png', bytes('\x89PNG\r\n\x1a\n rest')],
  ['gif', bytes('GIF87a rest')],
  ['gif', bytes('GIF89a rest')],
  ['webp', bytes('RIFF\0\0\0\0WEBPVP8 ')],
  ['avif', box('avif', 'mif1', 'miaf')],
  ['avif', box('mif1', 'avif')],
])('%s', (type, head) => {
  expect(detectType(head)).toEqual({ type });
});

test('an SVG is taken only where it is asked for; a compressed one never is', () => {
  const drawing = bytes('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">');
  expect(detectType(drawing, true)).toEqual({ type: 'svg' });
  expect(detectType(drawing)).toHaveProperty('refusal');
  expect(detectType(bytes('\x1f\x8b\x08 compressed'), true)).toEqual({
    refusal: 'This SVG is compressed (SVGZ). Please save it as a plain SVG.',
  });
});

test.each([
  ['HEIC', box('heic', 'mif1')],
  ['HEIC', box('mif1', 'heix')],
  ['video', box('isom', 'mp42')],
  ['SVG', bytes('<?xml version="1.0"?>\n<!-- x -->\n<svg xmlns="http://www.w3.org/2000/svg">')],
  ['SVG', bytes('  <SVG onload=alert(1)>')],
  ['SVG', bytes('<svg:svg xmlns:svg="x">')],
  ['SVG', bytes('\x1f\x8b\x08 compressed')],
  ['PDF', bytes('%PDF-1.7')],
  ['PDF', bytes('\n\n junk %PDF-1.7')],
  ['TIFF', bytes('II*\0rest')],
  ['ICO', bytes('\0\0\x01\0rest')],
  ['BMP', bytes('BMrest')],
  ['JPEG XL', bytes('\xff\x0arest')],
  ['not an image', bytes('<?php echo 1;')],
  ['not an image', bytes('<!doctype html><p>GIF89a')],
  ['not an image', bytes(' GIF89a')],
  ['empty', bytes('')],
])('%s is refused in words', (word, head) => {
  const detected = detectType(head);
  expect('refusal' in detected && detected.refusal).toContain(word);
});
