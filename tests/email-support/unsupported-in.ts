import { parse, type DefaultTreeAdapterTypes } from 'parse5';

import {
  supportedAttributes,
  supportedElements,
  supportedImages,
  supportedMetas,
  supportedProperties,
  supportedQueries,
  supportedUnits,
} from './supported.ts';

type Element = DefaultTreeAdapterTypes.Element;

/** Every element of a document, in its order. */
export function elementsIn(html: string): Element[] {
  const found: Element[] = [];
  const walk = (node: DefaultTreeAdapterTypes.Node) => {
    if ('tagName' in node) found.push(node);
    if ('childNodes' in node) for (const child of node.childNodes) walk(child);
  };
  walk(parse(html));
  return found;
}

/** What an email has that the tables of `supported.ts` do not, and values that they leave out. */
export function unsupportedIn(html: string): string[] {
  const wrong = new Set<string>();
  const check = (table: object, name: string, label = name) => {
    if (!Object.hasOwn(table, name)) wrong.add(label);
  };
  for (const { tagName, attrs } of elementsIn(html)) {
    check(supportedElements, tagName, `<${tagName}>`);
    for (const { name, value } of attrs) {
      check(supportedAttributes, name, `${tagName} ${name}`);
      if (name === 'style') for (const one of declarationsOf(value)) checkDeclaration(tagName, one, wrong);
      if (name === 'name') check(supportedMetas, value, `meta ${value}`);
      if (tagName === 'img' && name === 'src')
        check(supportedImages, typeOf(value), `image ${typeOf(value)}`);
      if (!isKnownValue(tagName, name, value)) wrong.add(`${tagName} ${name}=${value}`);
    }
  }
  const sheet = /<style>([^]*?)<\/style>/.exec(html)?.[1] ?? '';
  // Gmail reads no more of it.
  if (sheet.length > 16_000) wrong.add('a style sheet of more than 16 kB');
  const rest = sheet.replaceAll(
    /@media ([^{]*)\{((?:[^{}]*\{[^{}]*\})*)\}/g,
    (_, query: string, rules: string) => {
      check(supportedQueries, query, `@media ${query}`);
      return rules.replaceAll(/\.[\w-]+\{([^}]*)\}/g, (__, body: string) => {
        for (const one of declarationsOf(body)) {
          if (!one.endsWith(' !important')) wrong.add(`${one} without !important`);
          checkDeclaration('', one.replace(' !important', ''), wrong);
        }
        return '';
      });
    },
  );
  if (rest.trim() !== '') wrong.add(rest.trim().slice(0, 100));
  return [...wrong];
}

function declarationsOf(style: string): string[] {
  return style.split(';').filter((one) => one.trim() !== '');
}

function typeOf(src: string): string {
  const url = new URL(src);
  return url.searchParams.get('type') ?? /\.(\w+)$/.exec(url.pathname)?.[1] ?? '';
}

/** Values that the notes of the tables rely on. */
function isKnownValue(tagName: string, name: string, value: string): boolean {
  if (name === 'align') return tagName === 'td' && /^(?:left|center|right)$/.test(value);
  if (name === 'width') return tagName === 'table' ? /^\d+%?$/.test(value) : /^\d+$/.test(value);
  if (name === 'height') return tagName === 'img' && /^\d+$/.test(value);
  // Local anchors lead nowhere in several programs.
  if (name === 'href') return /^(?:https?|mailto|tel):/.test(value);
  return true;
}

function checkDeclaration(tagName: string, declaration: string, wrong: Set<string>): void {
  const [property = '', value = ''] = declaration.split(/:(.*)/s).map((part) => part.trim());
  if (!Object.hasOwn(supportedProperties, property)) {
    wrong.add(property);
    return;
  }
  for (const [, unit = ''] of value.matchAll(/(?<![\w#])[\d.]+([a-z%]+)/gi)) {
    if (!Object.hasOwn(supportedUnits, unit)) wrong.add(`${property} in ${unit}`);
  }
  const known = knownValues[property];
  if (known && !known.test(value)) wrong.add(`${property}:${value}`);
  if (tagName !== '' && onlyOn[property]?.includes(tagName) === false) wrong.add(`${tagName} ${property}`);
}

const lengths = /^\d+(?:px)?(?: \d+(?:px)?){0,3}$/;

/** Of properties that only some values are supported of. */
const knownValues: Readonly<Record<string, RegExp>> = {
  margin: lengths,
  'margin-left': lengths,
  padding: lengths,
  'font-size': /^\d+px$/,
  'font-weight': /^700$/,
  'line-height': /^[\d.]+$/,
  'text-align': /^(?:left|center|right)$/,
  'text-decoration': /^(?:none|underline)$/,
  border: /^(?:0|[1-3]px solid #[\da-f]{6})$/,
  'border-left': /^[1-3]px solid #[\da-f]{6}$/,
  'border-top': /^[1-3]px solid #[\da-f]{6}$/,
  color: /^#[\da-f]{6}$/,
  'background-color': /^#[\da-f]{6}$/,
  display: /^(?:block|inline-block|none)$/,
};

/** Of properties that only some elements are supported with. */
const onlyOn: Readonly<Record<string, readonly string[]>> = {
  border: ['td', 'th', 'hr', 'img'],
  'border-left': ['td'],
  'border-top': ['hr'],
  padding: ['td', 'th', 'ul', 'ol', 'a', 'body'],
  'padding-left': ['td'],
  'padding-right': ['td'],
  width: ['table', 'img'],
  'max-width': ['table', 'img'],
  height: ['img'],
  display: ['img', 'a', 'div'],
};
