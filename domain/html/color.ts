/** A color of CSS: `oklch(lightness chroma hue)`, lightness from 0 to 1, hue in degrees. */
export type Oklch = { lightness: number; chroma: number; hue: number };
/** Linear light of sRGB, each from 0 to 1. */
type LinearRgb = readonly [red: number, green: number, blue: number];

/** WCAG 2.2: the contrast of two colors, from 1 to 21. */
export function contrastOf(one: Oklch, other: Oklch): number {
  return contrastOfLuminances(luminanceOf(one), luminanceOf(other));
}

/** The same of two relative luminances. */
export function contrastOfLuminances(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminanceOf(color: Oklch): number {
  return relativeLuminance(linearRgbOf(color));
}

/** WCAG 2.2: the relative luminance, from 0 to 1. */
export function relativeLuminance([red, green, blue]: LinearRgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param hex `#rrggbb` */
export function oklchFromHex(hex: string): Oklch {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  );
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: (Math.atan2(b, a) * 180) / Math.PI,
  };
}

/** @returns `#rrggbb` */
export function hexFromOklch(color: Oklch): string {
  const bytes = linearRgbOf(color).map((value) => Math.round(toGamma(value) * 255));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** By the matrices of CSS Color 4; what lies outside is cut off, as screens do. */
function linearRgbOf({ lightness, chroma, hue }: Oklch): LinearRgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    inRange(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    inRange(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    inRange(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function inRange(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** The transfer function of sRGB (IEC 61966-2-1). */
export function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function toGamma(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}
