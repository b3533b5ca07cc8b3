import type { Typeface } from '#domain/posts/social-image-renderer.ts';
import { coverNumber } from '../drawings/cover.ts';
import covers from '../drawings/covers.svg?raw';

export type SocialCard = {
  slug: string;
  title: string;
  category: string | null;
  siteName: string;
  tagline: string;
  /** `#rrggbb`. */
  accent: string;
  /** The address of the owner's logo; '' for the mark of the design. */
  logo: string;
};

/** Raise it when the design changes, so that images get new addresses. */
export const cardDesign = 5;

/** The light colors of `tokens.css` in a form that SVG supports. */
const color = {
  paper: '#fbf7f0', surface: '#fffdfa', ink: '#251c16', soft: '#574e46', line: '#dad3c9', strong: '#877f73',
}; // prettier-ignore

const size = { width: 1200, height: 630 };
const margin = 64;
/** Where the drawing begins, to the right of the title. */
const fold = 740;
const titleBox = { width: fold - 2 * margin, top: 150, height: 330 };
const titleSizes = [84, 72, 62, 54, 46, 40];

/**
 * The image of a post without one: its title in the display font beside the drawing of its slug. A title in a script that
 * the font lacks is replaced by the firm's tagline; other sites show the title beside the image anyway.
 * @param logo the owner's logo as a data address of this server's making; null for the mark of the design
 */
export function socialCardSvg(card: SocialCard, typeface: Typeface, logo: string | null): string {
  const title = readableTitle(card.title, typeface);
  const { lines, size: textSize } = setTitle(title ?? card.tagline, typeface);
  const leading = textSize * 1.08;
  const category = card.category !== null && typeface.hasAll(card.category) ? card.category : null;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}">
<rect width="100%" height="100%" fill="${color.paper}"/>
<rect x="${fold}" width="${size.width - fold}" height="100%" fill="${color.surface}"/>
<svg x="${fold}" width="${size.width - fold}" height="${size.height}" viewBox="${drawingView}" preserveAspectRatio="xMidYMid slice">${drawingOf(card)}</svg>
<path d="M${fold} 0V630M0 36H${fold}M0 594H${fold}M36 0V630" stroke="${color.line}" fill="none"/>
<path d="M${fold} 0V630" stroke="${color.strong}" stroke-width="2" fill="none"/>
${category === null ? '' : `<path fill="${color.soft}" d="${typeface.path(fitted(category, typeface, 28, titleBox.width), margin, 108, 28)}"/>`}
<g fill="${color.ink}">${lines
    .map(
      (line, index) =>
        `<path d="${typeface.path(line, margin, titleBox.top + textSize * 0.8 + index * leading, textSize)}"/>`,
    )
    .join('')}</g>
<g transform="translate(${margin} 520)">${logo === null ? designedMark(card.accent) : `<image width="56" height="56" href="${logo}"/>`}<path fill="${color.ink}" d="${typeface.path(card.siteName, 72, 42, 36)}"/></g>
</svg>`;
}

function designedMark(accent: string): string {
  return `<g transform="scale(1.75)" fill="none" stroke="${color.ink}" stroke-width="2.25"><path stroke="${accent}" d="M3 25.5a20 20 0 0 0 26 0"/><path d="M16 7.5 6.5 29M16 7.5 25.5 29M10.6 19.5h10.8"/><circle cx="16" cy="5" r="2.6"/></g>`;
}

/** The middle of the drawing, with its motif. */
const drawingView = '100 0 400 400';

/** The drawing of the slug in the colors of the image; its lines grow with it. */
function drawingOf({ slug, accent }: SocialCard): string {
  const start = covers.indexOf('<path', covers.indexOf(`"cover-${coverNumber(slug)}"`));
  const paths = covers.slice(start, covers.indexOf('</symbol>', start));
  const colors: Record<string, string> = { ...color, signal: accent };
  const drawn = paths
    .replaceAll(/var\(--color-(\w+)\)/g, (_, name: string) => colors[name] ?? color.ink)
    .replaceAll(' vector-effect="non-scaling-stroke"', '');
  return `<g fill="none" stroke-linejoin="round">${drawn}</g>`;
}

/** The title without the symbols that the font lacks; null if it lacks an alphabetic or numeric one. */
function readableTitle(title: string, typeface: Typeface): string | null {
  const plain = title.normalize('NFC').replace(/\s+/g, ' ').trim();
  let readable = '';
  for (const character of plain) {
    if (typeface.hasAll(character)) readable += character;
    else if (/[\p{L}\p{N}]/u.test(character)) return null;
  }
  const text = readable.replace(/ {2,}/g, ' ').trim();
  return /[\p{L}\p{N}]/u.test(text) ? text : null;
}

/** Breaks the title into lines at the largest size that fits the box; at the smallest size it is cut. */
function setTitle(title: string, typeface: Typeface): { lines: string[]; size: number } {
  for (const each of titleSizes) {
    const lines = brokenInto(title, typeface, each);
    const fits = lines.length * each * 1.08 <= titleBox.height;
    if (fits && lines.every((line) => typeface.width(line, each) <= titleBox.width))
      return { lines, size: each };
  }
  const smallest = titleSizes.at(-1) ?? 40;
  const maxLines = Math.floor(titleBox.height / (smallest * 1.08));
  const lines = brokenInto(title, typeface, smallest);
  const cut = lines.slice(0, maxLines).map((line) => fitted(line, typeface, smallest, titleBox.width));
  const last = cut.at(-1);
  if (lines.length > maxLines && last !== undefined && !last.endsWith('…')) {
    cut[cut.length - 1] = fitted(`${last} …`, typeface, smallest, titleBox.width);
  }
  return { lines: cut, size: smallest };
}

function brokenInto(title: string, typeface: Typeface, each: number): string[] {
  const lines: string[] = [];
  for (const word of title.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && typeface.width(longer, each) <= titleBox.width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function fitted(text: string, typeface: Typeface, each: number, width: number): string {
  if (typeface.width(text, each) <= width) return text;
  const characters = [...text.replace(/ …$/, '')];
  while (characters.length > 1 && typeface.width(`${characters.join('').trimEnd()}…`, each) > width)
    characters.pop();
  return `${characters.join('').trimEnd()}…`;
}
