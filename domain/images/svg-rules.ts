/** What an SVG logo may consist of (names and values of SVG 2, https://www.w3.org/TR/SVG2/). Everything else is left out or refused. */

export const shapes: ReadonlySet<string> = new Set([
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
]);

export const allowedElements: ReadonlySet<string> = new Set([
  ...shapes,
  'svg',
  'g',
  'defs',
  'symbol',
  'use',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
  'mask',
]);

/** Elements that show nothing: they are left out with all that is in them. */
export const silentElements: ReadonlySet<string> = new Set(['title', 'desc', 'metadata']);

/** Why an element is refused; what to do about it, where the drawing program can do it. */
export const refusedElements: Readonly<Record<string, string>> = {
  script: 'This SVG contains a script. Please export the logo without it.',
  foreignObject:
    'This SVG contains other content than a drawing (foreignObject). Please export it without it.',
  image:
    'This SVG contains an image of pixels. Please draw it as shapes, or upload the logo as a PNG image instead.',
  text: 'Letters in this SVG would look different on every device. Please convert text to outlines and export it again.',
  a: 'This SVG contains a link. Please export the logo without it.',
  filter: 'This SVG uses filters. Please export the logo without effects, or upload it as a PNG image.',
  pattern: 'This SVG uses patterns. Please export the logo without them, or upload it as a PNG image.',
};

type ValueKind = 'number' | 'numbers' | 'path' | 'transform' | 'keyword' | 'paint' | 'reference' | 'id';

/** Attributes that can be styles too. */
export const presentation: Readonly<Record<string, ValueKind>> = {
  'clip-path': 'reference',
  'clip-rule': 'keyword',
  color: 'paint',
  display: 'keyword',
  fill: 'paint',
  'fill-opacity': 'number',
  'fill-rule': 'keyword',
  mask: 'reference',
  opacity: 'number',
  'paint-order': 'keyword',
  'shape-rendering': 'keyword',
  'stop-color': 'paint',
  'stop-opacity': 'number',
  stroke: 'paint',
  'stroke-dasharray': 'numbers',
  'stroke-dashoffset': 'number',
  'stroke-linecap': 'keyword',
  'stroke-linejoin': 'keyword',
  'stroke-miterlimit': 'number',
  'stroke-opacity': 'number',
  'stroke-width': 'number',
  'vector-effect': 'keyword',
  visibility: 'keyword',
};

const geometry: Readonly<Record<string, ValueKind>> = {
  clipPathUnits: 'keyword',
  cx: 'number',
  cy: 'number',
  d: 'path',
  fr: 'number',
  fx: 'number',
  fy: 'number',
  gradientTransform: 'transform',
  gradientUnits: 'keyword',
  height: 'number',
  id: 'id',
  maskContentUnits: 'keyword',
  maskUnits: 'keyword',
  offset: 'number',
  pathLength: 'number',
  points: 'numbers',
  preserveAspectRatio: 'keyword',
  r: 'number',
  rx: 'number',
  ry: 'number',
  spreadMethod: 'keyword',
  transform: 'transform',
  viewBox: 'numbers',
  width: 'number',
  x: 'number',
  x1: 'number',
  x2: 'number',
  y: 'number',
  y1: 'number',
  y2: 'number',
};

/** Only characters that the value needs: no quotes, no backslash, no colon, nothing that could name a file. */
const patterns: Readonly<Record<Exclude<ValueKind, 'paint' | 'reference'>, RegExp>> = {
  number: /^[-+.\d]+(?:e[-+]?\d+)?(?:%|[a-z]{2})?$/i,
  numbers: /^[-+.,\s\de%a-z]*$/i,
  path: /^[-+.,\s\deMLHVCSQTAZ]*$/i,
  transform: /^[-+.,\s\da-z()]*$/i,
  keyword: /^[-\sa-z]*$/i,
  id: /^[\w.:-]{1,200}$/,
};

const color = /^(?:[a-z]{1,30}|#[\da-f]{3,8}|(?:rgb|hsl)a?\([-+.,/%\s\da-z]{1,100}\))$/i;
const localReference = /^url\(\s*(["']?)#([\w.:-]{1,200})\1\s*\)\s*/;

export type AllowedValue = {
  /** As it is written; '' where the value cannot be used. */
  text: string;
  /** The id of the element that it refers to; null for none. */
  target: string | null;
};

const unusable: AllowedValue = { text: '', target: null };

/** The value of an attribute or style, as it may be stored. Pure. */
export function allowedValue(name: string, given: string): AllowedValue {
  const value = given.trim();
  const kind = presentation[name] ?? geometry[name];
  if (kind === undefined) return unusable;
  if (kind !== 'paint' && kind !== 'reference') {
    return patterns[kind].test(value) ? { text: value, target: null } : unusable;
  }
  const [reference = '', , target = null] = localReference.exec(value) ?? [];
  const rest = value.slice(reference.length);
  if (rest !== '' && !(kind === 'paint' ? color.test(rest) : rest === 'none')) return unusable;
  const parts = [target === null ? '' : `url(#${target})`, rest];
  return { text: parts.filter((part) => part !== '').join(' '), target };
}

/** Whether a text loads something that is not in the file itself. */
export function refersElsewhere(text: string): boolean {
  return /url\(\s*(?!["']?#)|@import|image-set\(|src\(/i.test(text);
}
