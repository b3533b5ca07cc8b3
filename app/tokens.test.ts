import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

type Color = { lightness: number; chroma: number; hue: number };

/** Every token that is a pair of colors, for the light and the dark of the reader's setting. */
const tokens = new Map(
  [
    ...readFileSync(new URL('./tokens.css', import.meta.url), 'utf8').matchAll(
      /--color-([a-z-]+): light-dark\(oklch\(([\d. ]+)\), oklch\(([\d. ]+)\)\)/g,
    ),
  ].map(([, name = '', light = '', dark = '']) => [name, { light: colorOf(light), dark: colorOf(dark) }]),
);

const grounds = ['paper', 'surface', 'sunken'];

describe.each(['light', 'dark'] as const)('in the %s', (scheme) => {
  const contrast = (one: string, other: string) => contrastOf(token(one)[scheme], token(other)[scheme]);

  test.each(grounds)('reading text on %s: 7:1', (ground) => {
    expect(contrast('ink', ground)).toBeGreaterThanOrEqual(7);
  });

  test.each(
    ['ink-soft', 'signal', 'danger', 'ok', 'warn'].flatMap((ink) =>
      grounds.map((ground) => [ink, ground] as const),
    ),
  )('%s on %s: 4.5:1', (ink, ground) => {
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each([
    ['on-signal', 'signal'],
    ['on-danger', 'danger'],
    ['paper', 'ink'],
  ])('%s on %s: 4.5:1', (ink, ground) => {
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(grounds)('lines that bound a control on %s: 3:1', (ground) => {
    expect(contrast('line-strong', ground)).toBeGreaterThanOrEqual(3);
  });
});

test('contrastOf is 21 for black on white and 1 for equal colors', () => {
  expect(contrastOf(colorOf('0 0 0'), colorOf('1 0 0'))).toBeCloseTo(21, 1);
  expect(contrastOf(colorOf('0.5 0.1 30'), colorOf('0.5 0.1 30'))).toBe(1);
  expect(luminanceOf(colorOf('0.628 0.2577 29.23'))).toBeCloseTo(0.2126, 3);
});

function token(name: string): { light: Color; dark: Color } {
  const found = tokens.get(name);
  if (!found) throw new Error(`No token ${name}.`);
  return found;
}

function colorOf(text: string): Color {
  const [lightness = 0, chroma = 0, hue = 0] = text.split(' ').map(Number);
  return { lightness, chroma, hue };
}

/** WCAG 2.2: the contrast of two colors, from 1 to 21. */
function contrastOf(one: Color, other: Color): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Through linear sRGB, by the matrices of CSS Color 4; what lies outside is cut off, as screens do. */
function luminanceOf({ lightness, chroma, hue }: Color): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const inRange = (value: number) => Math.min(1, Math.max(0, value));
  return (
    0.2126 * inRange(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) +
    0.7152 * inRange(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) +
    0.0722 * inRange(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  );
}
