import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { surroundings } from '#domain/html/color-schemes.ts';
import { contrastOf, type Oklch } from '#domain/html/color.ts';

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

test('the admin has ink as its accent, so that red is for danger alone', () => {
  const css = readFileSync(new URL('./routes/admin/admin.css', import.meta.url), 'utf8');
  expect(css).toContain('--color-signal: var(--color-ink);');
});

test('the accent colors of a brand are compared with these tokens', () => {
  for (const scheme of ['light', 'dark'] as const)
    expect(surroundings[scheme]).toEqual({
      grounds: grounds.map((ground) => token(ground)[scheme]),
      textOn: token('on-signal')[scheme],
      designed: token('signal')[scheme],
    });
});

function token(name: string): { light: Oklch; dark: Oklch } {
  const found = tokens.get(name);
  if (!found) throw new Error(`No token ${name}.`);
  return found;
}

function colorOf(text: string): Oklch {
  const [lightness = 0, chroma = 0, hue = 0] = text.split(' ').map(Number);
  return { lightness, chroma, hue };
}
