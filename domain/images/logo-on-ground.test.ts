import { expect, test } from 'vitest';

import { logoOnGround } from './logo-on-ground.ts';

const clear = [255, 255, 255, 0];
const black = [0, 0, 0, 255];
const white = [255, 255, 255, 255];
const orange = [255, 140, 0, 255];
const navy = [10, 20, 60, 255];
const pixels = (...colors: number[][]) => Uint8Array.from([...colors, clear].flat());

test.each([
  ['black', pixels(black, black), 'dark', 'recolored'],
  ['black', pixels(black, black), 'light', 'kept'],
  ['white', pixels(white, white), 'light', 'recolored'],
  ['white', pixels(white, white), 'dark', 'kept'],
  ['black and navy', pixels(black, navy), 'dark', 'plate'],
  ['orange and navy', pixels(orange, navy), 'dark', 'kept'],
  ['transparent', pixels(), 'dark', 'kept'],
] as const)('a %s logo is seen on a ground: %#', (_, rgba, ground, expected) => {
  const { ink, isOnPlate } = logoOnGround(rgba, ground);
  expect(ink ? 'recolored' : isOnPlate ? 'plate' : 'kept').toBe(expected);
});
