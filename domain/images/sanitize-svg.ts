import type { DefaultTreeAdapterTypes } from 'parse5';

import { parseSimpleHtml, type ParsedNode } from '#domain/text/parse-html.ts';
import { svgLimits } from './svg-limits.ts';
import {
  allowedElements,
  allowedValue,
  refersElsewhere,
  refusedElements,
  shapes,
  silentElements,
  type AllowedValue,
} from './svg-rules.ts';
import { elsewhere, readStyleSheet, stylesOf, SvgRefusal, type StyleSheet } from './svg-styles.ts';

export type SanitizedSvg = { svg: string; width: number; height: number };

/**
 * An SVG logo as it may be stored: written again from an allow-list of elements, attributes and values, with all styles as
 * attributes. It has no script, text, animation or style sheet, and refers to nothing but ids of its own. What shows
 * nothing is left out; what would change the drawing is refused. Takes time in proportion to its length. Pure.
 * @returns its width and height in pixels in the shape of its view box
 */
export function sanitizeSvg(bytes: Uint8Array): SanitizedSvg | { refusal: string } {
  try {
    return sanitize(readText(bytes));
  } catch (error) {
    if (error instanceof SvgRefusal) return { refusal: error.message };
    throw error;
  }
}

type Parsed = DefaultTreeAdapterTypes.Element;
type Drawn = {
  name: string;
  attributes: Map<string, string>;
  targets: readonly string[];
  children: Drawn[];
};

const svgNamespace = 'http://www.w3.org/2000/svg';

function readText(bytes: Uint8Array): string {
  if (bytes.byteLength > svgLimits.bytes) {
    throw new SvgRefusal(
      `This SVG is larger than ${svgLimits.bytes / 1_000} KB. Please simplify it, or upload it as a PNG image.`,
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SvgRefusal('This SVG is not saved as UTF-8. Please export it again.');
  }
}

function sanitize(text: string): SanitizedSvg {
  if (/<!entity|<!doctype[^>]*\[/i.test(text)) {
    throw new SvgRefusal('This SVG defines entities of its own. Please export it as a plain SVG.');
  }
  const nodes = parseSimpleHtml(text);
  if (nodes === null) throw tooComplex();
  const [root, ...others] = nodes.filter(isElement);
  if (root?.tagName !== 'svg' || root.namespaceURI !== svgNamespace) throw unreadable();
  if (others.length > 0) throw new SvgRefusal('This SVG contains HTML. Please export it as a plain SVG.');

  const found = { elements: 0, css: '' };
  survey(root, found, 1);
  const sheet = readStyleSheet(found.css);
  const drawing = rebuild(root, sheet);
  const size = sizeOf(root);
  checkReferences(drawing);
  for (const name of ['x', 'y', 'id', 'preserveAspectRatio']) drawing.attributes.delete(name);
  for (const [name, value] of Object.entries(size)) drawing.attributes.set(name, String(value));
  return {
    svg: `${serialize(drawing, ` xmlns="${svgNamespace}"`)}\n`,
    width: size.width,
    height: size.height,
  };
}

/** Refuses what may not be there, and gathers the style sheets, which may stand anywhere. */
function survey(element: Parsed, found: { elements: number; css: string }, depth: number): void {
  found.elements += 1;
  if (found.elements > svgLimits.elements || depth > svgLimits.depth) throw tooComplex();
  for (const { name, value } of element.attrs) {
    if (/^on/i.test(name)) throw new SvgRefusal(refusedElements['script'] ?? '');
    if (refersElsewhere(value)) throw new SvgRefusal(elsewhere);
  }
  for (const child of element.childNodes.filter(isElement)) {
    const { tagName } = child;
    if (isSilent(child)) continue;
    if (tagName === 'style') {
      found.css += `${textOf(child)}\n`;
      continue;
    }
    if (!allowedElements.has(tagName) || tagName === 'svg' || child.namespaceURI !== svgNamespace) {
      throw refusedElement(tagName);
    }
    survey(child, found, depth + 1);
  }
}

/** Metadata; and elements of drawing programs, which have a prefix that is not that of SVG. */
function isSilent({ tagName }: Parsed): boolean {
  return silentElements.has(tagName) || (tagName.includes(':') && !tagName.startsWith('svg:'));
}

function refusedElement(name: string): SvgRefusal {
  const known = Object.hasOwn(refusedElements, name) ? refusedElements[name] : undefined;
  return new SvgRefusal(
    known ??
      (/^(?:animate|set$|mpath)/i.test(name)
        ? 'This SVG is animated. Please export the logo without animations.'
        : `This SVG uses “${name.slice(0, 40)}”, which a logo cannot have. Please export it as a plain SVG.`),
  );
}

function rebuild(element: Parsed, sheet: StyleSheet): Drawn {
  const { tagName: name, attrs } = element;
  const attributes = new Map<string, string>();
  const targets: string[] = [];
  const set = (key: string, { text, target }: AllowedValue) => {
    if (text === '') return;
    attributes.set(key, text);
    if (target !== null) targets.push(target);
  };
  const given = new Map(attrs.map(({ name: key, value }) => [key, value]));
  const own = {
    id: given.get('id') ?? '',
    classes: given.get('class') ?? '',
    style: given.get('style') ?? '',
  };
  for (const [key, value] of given) set(key, allowedValue(key, value));
  for (const [property, value] of stylesOf(sheet, { name, ...own })) set(property, value);

  const address = given.get('href');
  if (address !== undefined) {
    const [, target] = /^\s*#([\w.:-]{1,200})\s*$/.exec(address) ?? [];
    if (target === undefined) throw new SvgRefusal(elsewhere);
    attributes.set('href', `#${target}`);
    targets.push(target);
  }
  const children = element.childNodes
    .filter(isElement)
    .filter((child) => child.tagName !== 'style' && !isSilent(child))
    .map((child) => rebuild(child, sheet));
  return { name, attributes, targets, children };
}

/** The view box, and a size in its shape. */
function sizeOf({ attrs }: Parsed): { viewBox: string; width: number; height: number } {
  const given = new Map(attrs.map(({ name, value }) => [name, value]));
  const sides = ['width', 'height'].map(
    (side) => /^\s*([\d.]+)(?:px|pt|mm|cm|in)?\s*$/.exec(given.get(side) ?? '')?.[1],
  );
  const box = (given.get('viewBox') ?? `0 0 ${sides.join(' ')}`)
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [x, y, width, height] = box;
  const isBox = box.length === 4 && box.every((number) => Math.abs(number) <= 1_000_000);
  if (!isBox || width === undefined || height === undefined || !(width > 0.01) || !(height > 0.01)) {
    throw new SvgRefusal('This SVG does not say how large it is. Please export it with a view box.');
  }
  const scale = svgLimits.side / Math.max(width, height);
  const pixels = (side: number) => Math.max(1, Math.round(side * scale));
  return { viewBox: `${x} ${y} ${width} ${height}`, width: pixels(width), height: pixels(height) };
}

/** Refuses references in a circle, and those that draw far more elements than the file has. */
function checkReferences(root: Drawn): void {
  const byId = new Map<string, Drawn>();
  const index = (element: Drawn) => {
    const id = element.attributes.get('id');
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
    element.children.forEach(index);
  };
  index(root);
  /** Elements that each one draws; null while it is being counted. */
  const counts = new Map<Drawn, number | null>();
  const count = (element: Drawn, depth: number): number => {
    const known = counts.get(element);
    if (known === null || depth > 4 * svgLimits.depth) throw tooComplex();
    if (known !== undefined) return known;
    counts.set(element, null);
    const referred = element.targets.map((id) => byId.get(id)).filter((each) => each !== undefined);
    const parts = [...element.children, ...referred].map((each) => count(each, depth + 1));
    const total = parts.reduce((sum, part) => sum + part, 1);
    if (total > svgLimits.drawn) throw tooComplex();
    counts.set(element, total);
    return total;
  };
  count(root, 0);
  if (![...counts.keys()].some(({ name }) => shapes.has(name))) throw unreadable();
}

/** All values consist of characters that need no escaping; see `svg-rules.ts`. */
function serialize({ name, attributes, children }: Drawn, more = ''): string {
  const written = [...attributes].map(([key, value]) => ` ${key}="${value}"`).join('');
  const content = children.map((child) => serialize(child)).join('');
  return content === '' ? `<${name}${more}${written}/>` : `<${name}${more}${written}>${content}</${name}>`;
}

function isElement(node: ParsedNode): node is Parsed {
  return 'tagName' in node;
}

function textOf({ childNodes }: Parsed): string {
  return childNodes.map((node) => ('value' in node ? node.value : '')).join('');
}

function unreadable(): SvgRefusal {
  return new SvgRefusal('This SVG contains no drawing that can be read.');
}

function tooComplex(): SvgRefusal {
  return new SvgRefusal('This SVG is too complex. Please simplify it, or upload it as a PNG image.');
}
