import { isKeyOf } from '#domain/core/is-key-of.ts';
import { colorNames, nearestColor } from './palette.ts';

export { colorNames };

/**
 * The styles of a text beyond its elements: a class from these lists, never a style, so that no body can place
 * itself over a page, fetch something or become unreadable. `app/prose.css` gives each class its look.
 */
export const fontNames = ['sans', 'serif', 'monospace'];
export const sizeNames = ['small', 'large', 'huge'];
export const alignments = ['center', 'right', 'justify'];
export const widthNames = ['quarter', 'half', 'three-quarters'];
export const maxIndent = 8;

type TextStyles = {
  font?: string;
  size?: string;
  color?: string;
  background?: string;
  align?: string;
  indent?: string;
  width?: string;
};

export type TextStyleKind = keyof TextStyles;

/** In the order in which they are written. */
const choices: Record<TextStyleKind, readonly string[]> = {
  font: fontNames,
  size: sizeNames,
  color: colorNames,
  background: colorNames,
  align: alignments,
  indent: Array.from({ length: maxIndent }, (_, index) => String(index + 1)),
  width: widthNames,
};

export function textStyleClass(kind: TextStyleKind, name: string): string {
  return `${kind}-${name}`;
}

/**
 * The looks that an element's attributes ask for: in our own classes, or in what other editors and old HTML write
 * (`style`, `align`, `<font>`, the classes of Quill and WordPress).
 */
export function parseTextStyles(attributes: Readonly<Record<string, string | undefined>>): TextStyles {
  const looks: TextStyles = {};
  const set = (kind: TextStyleKind, name: string | null | undefined) => {
    if (name && looks[kind] === undefined && choices[kind].includes(name)) looks[kind] = name;
  };
  for (const written of (attributes['class'] ?? '').split(/\s+/).slice(0, 50)) {
    const [, kind, name] =
      /^(font|size|color|background|align|indent|width)-([\w-]{1,20})$/.exec(written) ?? [];
    if (kind !== undefined && isKeyOf(choices, kind)) set(kind, name);
    const [, quillKind, quillName = ''] = /^ql-(font|size|align|indent)-(\w{1,20})$/.exec(written) ?? [];
    if (quillKind !== undefined && isKeyOf(choices, quillKind)) set(quillKind, quillName);
    const placed = /^(?:has-text-align-|align)(left|center|right|justify)$/.exec(written)?.[1];
    if (placed !== undefined) set('align', placed);
  }
  for (const [property, value] of declarations(attributes['style'] ?? '')) {
    if (property === 'color') set('color', nearestColor(value));
    if (property === 'background-color' || property === 'background') set('background', nearestColor(value));
    if (property === 'text-align') set('align', value);
    if (property === 'font-size') set('size', sizeOf(value));
    if (property === 'font-family') set('font', fontOf(value));
  }
  set('align', (attributes['align'] ?? '').toLowerCase());
  set('color', nearestColor(attributes['color'] ?? ''));
  set('font', fontOf(attributes['face'] ?? ''));
  return looks;
}

/** The `class` of those looks that an element may have; null for none. */
export function styleClass(looks: TextStyles, allowed: readonly TextStyleKind[]): string | null {
  const classes = Object.keys(choices).flatMap((kind) => {
    const name = isKeyOf(choices, kind) && allowed.includes(kind) ? looks[kind] : undefined;
    return name === undefined ? [] : [`${kind}-${name}`];
  });
  return classes.length === 0 ? null : classes.join(' ');
}

/** The declarations of a style, in lower case. Unclear ones are left out. */
function declarations(style: string): [string, string][] {
  return style
    .slice(0, 2000)
    .toLowerCase()
    .split(';')
    .map((one): [string, string] => {
      const colon = one.indexOf(':');
      return [
        one.slice(0, colon).trim(),
        one
          .slice(colon + 1)
          .replace('!important', '')
          .trim(),
      ];
    });
}

/** Four sizes, whatever the unit; a size that is nearly the text's own is the text's own. */
function sizeOf(value: string): string | null {
  const keyword = keywordSizes.get(value);
  if (keyword !== undefined) return keyword;
  const [, number = '', unit = ''] = /^(\d{0,4}\.?\d{1,4})(px|pt|em|rem|%)$/.exec(value) ?? [];
  if (number === '') return null;
  const factor = Number(number) / (unitSizes.get(unit) ?? 1);
  if (factor < 0.88) return 'small';
  if (factor < 1.25) return null;
  return factor < 2 ? 'large' : 'huge';
}

const unitSizes = new Map([
  ['px', 16],
  ['pt', 12],
  ['%', 100],
]);

const keywordSizes = new Map([
  ['x-small', 'small'],
  ['small', 'small'],
  ['smaller', 'small'],
  ['large', 'large'],
  ['larger', 'large'],
  ['x-large', 'huge'],
  ['xx-large', 'huge'],
]);

function fontOf(value: string): string | null {
  const text = value.toLowerCase();
  if (/mono|courier|consolas|menlo/.test(text)) return 'monospace';
  if (/sans|arial|helvetica|verdana|tahoma|calibri|roboto|segoe/.test(text)) return 'sans';
  if (/serif|times|georgia|garamond|cambria|palatino/.test(text)) return 'serif';
  return null;
}
