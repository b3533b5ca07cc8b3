/** A color as it is on the light page and on the dark one, sRGB. */
type Shade = { light: string; dark: string };

/**
 * The colors that text may have and stand on. `app/prose.css` shows them; a test holds both equal, and proves that
 * every color reads on the page and on every background, light and dark.
 */
export const palette: Record<string, { text: Shade; background: Shade }> = {
  red: { text: { light: '#89211e', dark: '#ffb5aa' }, background: { light: '#ffd5ce', dark: '#4f2420' } },
  orange: { text: { light: '#7b3702', dark: '#ffbb92' }, background: { light: '#ffd8c0', dark: '#4d2811' } },
  yellow: { text: { light: '#634800', dark: '#ecc980' }, background: { light: '#f5e1b6', dark: '#423001' } },
  green: { text: { light: '#00590f', dark: '#a1e0a9' }, background: { light: '#c9efcd', dark: '#183c1f' } },
  teal: { text: { light: '#005354', dark: '#76e2e2' }, background: { light: '#b5f0ef', dark: '#003d3d' } },
  blue: { text: { light: '#004b97', dark: '#a1d1ff' }, background: { light: '#c9e6ff', dark: '#1a3453' } },
  purple: { text: { light: '#5a358c', dark: '#d8bfff' }, background: { light: '#e9dbff', dark: '#382a4f' } },
  pink: { text: { light: '#832151', dark: '#ffb3d1' }, background: { light: '#ffd3e5', dark: '#4c2434' } },
  gray: { text: { light: '#464e58', dark: '#c6cedb' }, background: { light: '#dee3eb', dark: '#2d333d' } },
};

export const colorNames = Object.keys(palette);

/**
 * The name of the color that looks most like one from elsewhere (`#e60000`, `rgb(0 0 0 / 50%)`, `navy`).
 * @returns null for what is no color, and for black, white and what is nearly so: those are the page's own.
 */
export function nearestColor(css: string): string | null {
  const rgb = readColor(css);
  if (!rgb) return null;
  const [red, green, blue] = rgb.map((part) => part / 255) as [number, number, number];
  const [least = 0, , most = 0] = [red, green, blue].toSorted((a, b) => a - b);
  const range = most - least;
  const lightness = (most + least) / 2;
  if (range < 0.06 || range / Math.max(most, 0.01) < 0.12)
    return lightness > 0.35 && lightness < 0.93 ? 'gray' : null;
  const turn =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  const hue = turn * 60;
  return hues.find(({ upTo }) => hue < upTo)?.name ?? 'red';
}

const hues = [
  { upTo: 15, name: 'red' },
  { upTo: 43, name: 'orange' },
  { upTo: 68, name: 'yellow' },
  { upTo: 160, name: 'green' },
  { upTo: 195, name: 'teal' },
  { upTo: 255, name: 'blue' },
  { upTo: 290, name: 'purple' },
  { upTo: 345, name: 'pink' },
];

const named: Record<string, string> = {
  red: '#ff0000', crimson: '#dc143c', maroon: '#800000', tomato: '#ff6347', orange: '#ffa500', gold: '#ffd700',
  yellow: '#ffff00', olive: '#808000', green: '#008000', lime: '#00ff00', darkgreen: '#006400', teal: '#008080',
  aqua: '#00ffff', cyan: '#00ffff', blue: '#0000ff', navy: '#000080', royalblue: '#4169e1', purple: '#800080',
  indigo: '#4b0082', violet: '#ee82ee', fuchsia: '#ff00ff', magenta: '#ff00ff', pink: '#ffc0cb', gray: '#808080',
  grey: '#808080', silver: '#c0c0c0', brown: '#a52a2a',
}; // prettier-ignore

function readColor(css: string): [number, number, number] | null {
  const text = css.trim().toLowerCase();
  const hex = /^#([\da-f]{3,8})$/.exec(named[text] ?? text)?.[1];
  if (hex !== undefined) {
    const long = hex.length <= 4 ? hex.replace(/./g, '$&$&') : hex;
    if (long.length !== 6 && long.length !== 8) return null;
    if (long.length === 8 && Number.parseInt(long.slice(6), 16) < 40) return null;
    const part = (at: number) => Number.parseInt(long.slice(at, at + 2), 16);
    return [part(0), part(2), part(4)];
  }
  const written =
    /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*(\d?\.?\d+)(%?)\s*)?\)$/.exec(text);
  if (!written) return null;
  const [, red, green, blue, alpha = '1', percent = ''] = written;
  if (Number(alpha) / (percent === '' ? 1 : 100) < 0.15) return null;
  return [Number(red), Number(green), Number(blue)];
}
