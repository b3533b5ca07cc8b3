import { contrastOfLuminances, hexFromOklch, relativeLuminance, toLinear } from '#domain/html/color.ts';
import { surroundings, type ColorScheme } from '#domain/html/color-schemes.ts';

/** WCAG 2.2, 1.4.11: graphics. */
const visibleContrast = 3;
/** Pixels that are more transparent are edges. */
const minAlpha = 128;
/** Steps of 255 by which the pixels of one color may differ. */
const tolerance = 24;

type Look = {
  /** The bytes of the color that all of it gets; null where it keeps its own. */
  ink: readonly number[] | null;
  /** True if a plate must be behind it. */
  isOnPlate: boolean;
  /** The color of such a plate as `#rrggbb`. */
  paper: string;
};

/**
 * The look of a logo on the pages of a color scheme: its own where most of it stands out; else the color of the other
 * scheme's paper where it has one color only; else a plate of that paper. Pure.
 * @param rgba its pixels, four bytes each
 */
export function logoOnGround(rgba: Uint8Array, ground: ColorScheme): Look {
  const paper = paperOf(ground);
  const behind = luminanceOf(bytesOf(paper));
  const lowest = [255, 255, 255];
  const highest = [0, 0, 0];
  let seen = 0;
  let lost = 0;
  for (let at = 0; at < rgba.length; at += 4) {
    if ((rgba[at + 3] ?? 0) < minAlpha) continue;
    const color = [...rgba.subarray(at, at + 3)];
    for (const [channel, value] of color.entries()) {
      lowest[channel] = Math.min(lowest[channel] ?? 0, value);
      highest[channel] = Math.max(highest[channel] ?? 0, value);
    }
    seen += 1;
    if (contrastOfLuminances(luminanceOf(color), behind) < visibleContrast) lost += 1;
  }
  if (lost * 2 <= seen) return { ink: null, isOnPlate: false, paper };
  const other = paperOf(ground === 'light' ? 'dark' : 'light');
  const isOneColor = highest.every((value, channel) => value - (lowest[channel] ?? 0) <= tolerance);
  return isOneColor
    ? { ink: bytesOf(other), isOnPlate: false, paper }
    : { ink: null, isOnPlate: true, paper: other };
}

function paperOf(scheme: ColorScheme): string {
  return hexFromOklch(surroundings[scheme].grounds[0]);
}

/** @param hex `#rrggbb` */
function bytesOf(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** @param rgb bytes */
function luminanceOf([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return relativeLuminance([toLinear(red / 255), toLinear(green / 255), toLinear(blue / 255)]);
}
