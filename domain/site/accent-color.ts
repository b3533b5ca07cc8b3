import { contrastOf, hexFromOklch, oklchFromHex } from '#domain/html/color.ts';
import { surroundings, type ColorScheme } from '#domain/html/color-schemes.ts';

/** WCAG 2.2, 1.4.3: text. It is more than the 3:1 of lines (1.4.11), which have the same backgrounds. */
const textContrast = 4.5;
const steps = 250;

/** The accent of a color scheme as `#rrggbb`. @param chosen the owner's; '' where there is none */
export function accentIn(scheme: ColorScheme, chosen: string): string {
  return chosen || hexFromOklch(surroundings[scheme].designed);
}

/** The accents of a brand. The dark one follows from the light one until it is chosen. */
export function accentsOf(brand: { accentLight: string; accentDark: string }): Record<ColorScheme, string> {
  const { accentLight, accentDark } = brand;
  const derived = accentDark || (accentLight && nearestReadableAccent(accentLight, 'dark'));
  return { light: accentIn('light', accentLight), dark: accentIn('dark', derived) };
}

/** The problem of a color as an accent, and the nearest one that can be read; null where nothing is. */
export function accentProblem(hex: string, scheme: ColorScheme): { message: string; nearest: string } | null {
  if (isReadableAccent(hex, scheme)) return null;
  const nearest = nearestReadableAccent(hex, scheme);
  const message = `Text in this color cannot be read in ${scheme} mode. The nearest color that can be read is ${nearest}.`;
  return { message, nearest };
}

export function isHexColor(text: string): boolean {
  return /^#[\da-f]{6}$/i.test(text);
}

/** True if text in this color can be read on every background of the pages, and text on it. */
export function isReadableAccent(hex: string, scheme: ColorScheme): boolean {
  const { grounds, textOn } = surroundings[scheme];
  const color = oklchFromHex(hex);
  return [...grounds, textOn].every((other) => contrastOf(color, other) >= textContrast);
}

/**
 * The color of the same hue that can be read and is nearest in lightness.
 * @param hex `#rrggbb`; returned as it is where it can be read
 */
export function nearestReadableAccent(hex: string, scheme: ColorScheme): string {
  const color = oklchFromHex(hex);
  for (let step = 0; step <= steps; step += 1) {
    for (const lightness of [color.lightness - step / steps, color.lightness + step / steps]) {
      if (lightness < 0 || lightness > 1) continue;
      const tried = step === 0 ? hex : hexFromOklch({ ...color, lightness });
      if (isReadableAccent(tried, scheme)) return tried;
    }
  }
  throw new Error(`No lightness of ${hex} can be read.`);
}
