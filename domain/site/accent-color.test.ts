import { describe, expect, test } from 'vitest';

import { accentsOf, isHexColor, isReadableAccent, nearestReadableAccent } from './accent-color.ts';
import { contrastOf, hexFromOklch, oklchFromHex } from '#domain/html/color.ts';

test('the contrast is 21 for black on white and 1 for equal colors', () => {
  expect(contrastOf(oklchFromHex('#000000'), oklchFromHex('#ffffff'))).toBeCloseTo(21, 1);
  expect(contrastOf(oklchFromHex('#b3390c'), oklchFromHex('#b3390c'))).toBe(1);
  expect(contrastOf(oklchFromHex('#ffffff'), oklchFromHex('#777777'))).toBeCloseTo(4.48, 2);
});

test.each(['#000000', '#ffffff', '#b3390c', '#00ff7f', '#7f7f7f', '#0000ff'])('%s comes back', (hex) => {
  expect(hexFromOklch(oklchFromHex(hex))).toBe(hex);
});

describe.each(['light', 'dark'] as const)('in %s mode', (scheme) => {
  test.each(['#ffff00', '#ffffff', '#000000', '#ff0000', '#00ff00', '#0000ff', '#808080', '#c82e0b'])(
    'the color nearest to %s can be read and is of the same hue',
    (hex) => {
      const offered = nearestReadableAccent(hex, scheme);
      expect(isReadableAccent(offered, scheme)).toBe(true);
      expect(nearestReadableAccent(offered, scheme)).toBe(offered);
      const [asked, given] = [oklchFromHex(hex), oklchFromHex(offered)];
      if (asked.chroma < 0.01) expect(given.chroma).toBeLessThan(0.01);
      else if (given.lightness > 0.3 && given.lightness < 0.8)
        expect(Math.abs(((given.hue - asked.hue + 540) % 360) - 180)).toBeLessThan(30);
    },
  );
});

test('the dark accent follows from the light one until it is chosen', () => {
  const designed = accentsOf({ accentLight: '', accentDark: '' });
  const derived = accentsOf({ accentLight: '#005f73', accentDark: '' });
  expect(derived).toEqual({ light: '#005f73', dark: nearestReadableAccent('#005f73', 'dark') });
  expect(derived.dark).not.toBe(designed.dark);
  expect(accentsOf({ accentLight: '#005f73', accentDark: '#ffd166' }).dark).toBe('#ffd166');
});

test('yellow is refused on light pages and black on dark ones', () => {
  expect(isReadableAccent('#ffff00', 'light')).toBe(false);
  expect(isReadableAccent('#ffff00', 'dark')).toBe(true);
  expect(isReadableAccent('#000000', 'dark')).toBe(false);
});

test.each(['red', '#fff', '#12345', '#1234567', '#12345g', 'b3390c', '#b3390c;}', ''])(
  '%s is no color',
  (text) => {
    expect(isHexColor(text)).toBe(false);
  },
);
