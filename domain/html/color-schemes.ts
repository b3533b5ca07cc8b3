import type { Oklch } from './color.ts';

export type ColorScheme = 'light' | 'dark';

type Surroundings = {
  /** The backgrounds on which the accent is text or a line. */
  grounds: readonly [paper: Oklch, surface: Oklch, sunken: Oklch];
  textOn: Oklch;
  /** The accent where the brand has none of its own. */
  designed: Oklch;
};

/** The tokens `paper`, `surface`, `sunken`, `on-signal` and `signal` of `app/tokens.css`, which its test compares with these. */
export const surroundings: Readonly<Record<ColorScheme, Surroundings>> = {
  light: {
    grounds: [oklch(0.978, 0.01, 85), oklch(0.995, 0.004, 85), oklch(0.95, 0.013, 85)],
    textOn: oklch(0.99, 0.005, 85),
    designed: oklch(0.545, 0.195, 33),
  },
  dark: {
    grounds: [oklch(0.205, 0.042, 258), oklch(0.245, 0.045, 258), oklch(0.178, 0.04, 258)],
    textOn: oklch(0.19, 0.04, 258),
    designed: oklch(0.755, 0.155, 48),
  },
};

function oklch(lightness: number, chroma: number, hue: number): Oklch {
  return { lightness, chroma, hue };
}
