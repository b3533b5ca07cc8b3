import { parse, type DefaultTreeAdapterTypes } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;

const words = (text: string) => new Set(text.split(/\s+/));

/** Features that the common mail programs show, or leave out without harm, by the tables of caniemail.com. */
const elements = words(
  'html head meta title style body div p span h1 h2 h3 h4 a img table tbody thead tfoot tr td th caption ul ol li pre code hr br strong b em i u del sub sup',
);
const attributes = words(
  'lang dir href src alt width height border cellpadding cellspacing align colspan rowspan scope start type value role style class aria-hidden name content charset',
);
const metas = words('viewport color-scheme supported-color-schemes');
const queries = new Set(['(prefers-color-scheme:dark)', '(max-width:480px)']);
const imageTypes = words('jpg jpeg png gif');

const lengths = /^\d+(?:px)?(?: \d+(?:px)?){0,3}$/;
const color = /^#[\da-f]{6}$/;
const line = /^[1-3]px solid #[\da-f]{6}$/;

/** The values of each property that are supported, and the elements with which, where that matters; Outlook's end the list. */
const properties: Readonly<Record<string, { values?: RegExp; on?: string }>> = {
  color: { values: color },
  'background-color': { values: color },
  'border-color': { values: color },
  border: { values: /^(?:0|[1-3]px solid #[\da-f]{6})$/, on: 'td th hr img' },
  'border-left': { values: line, on: 'td' },
  'border-top': { values: line, on: 'hr' },
  'border-collapse': {},
  'font-family': {},
  'font-size': { values: /^\d+px$/ },
  'font-weight': { values: /^700$/ },
  'line-height': { values: /^[\d.]+$/ },
  'text-align': { values: /^(?:left|center|right)$/ },
  'text-decoration': { values: /^(?:none|underline)$/ },
  'vertical-align': {},
  margin: { values: lengths },
  'margin-left': { values: lengths },
  padding: { values: lengths, on: 'td th ul ol a body' },
  'padding-left': { on: 'td' },
  'padding-right': { on: 'td' },
  width: { values: /^\d+(?:px|%)$/, on: 'table img' },
  'max-width': { values: /^\d+px$/, on: 'table img' },
  height: { on: 'img' },
  display: { values: /^(?:block|inline-block|none)$/, on: 'img a div' },
  'white-space': {},
  'word-wrap': {},
  'word-break': {},
  overflow: {},
  'max-height': {},
  'mso-hide': {},
  'mso-padding-alt': {},
};

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

/** Features of an email that some mail program would not show as it is meant. */
export function unsupportedIn(html: string): string[] {
  const wrong = elementsIn(html).flatMap(({ tagName, attrs }) => [
    ...(elements.has(tagName) ? [] : [`<${tagName}>`]),
    ...attrs.flatMap(({ name, value }) => {
      if (!attributes.has(name)) return [`${tagName} ${name}`];
      if (name === 'style')
        return declarationsOf(value).flatMap((one) => unsupportedDeclaration(one, tagName));
      return isKnownValue(tagName, name, value) ? [] : [`${tagName} ${name}=${value}`];
    }),
  ]);
  const sheet = /<style>([^]*?)<\/style>/.exec(html)?.[1] ?? '';
  // Gmail reads no more of it.
  if (sheet.length > 16_000) wrong.push('a style sheet of more than 16 kB');
  const rest = sheet.replaceAll(
    /@media ([^{]*)\{((?:[^{}]*\{[^{}]*\})*)\}/g,
    (_, query: string, rules: string) => {
      if (!queries.has(query)) wrong.push(`@media ${query}`);
      return rules.replaceAll(/\.[\w-]+\{([^}]*)\}/g, (__, body: string) => {
        for (const one of declarationsOf(body)) {
          if (!one.endsWith(' !important')) wrong.push(`${one} without !important`);
          wrong.push(...unsupportedDeclaration(one.replace(' !important', '')));
        }
        return '';
      });
    },
  );
  if (rest.trim() !== '') wrong.push(rest.trim().slice(0, 100));
  return [...new Set(wrong)];
}

const declarationsOf = (style: string): string[] => style.split(';').filter((one) => one.trim() !== '');

function isKnownValue(tagName: string, name: string, value: string): boolean {
  if (name === 'name') return metas.has(value);
  if (name === 'align') return tagName === 'td' && /^(?:left|center|right)$/.test(value);
  if (name === 'width') return tagName === 'table' ? /^\d+%?$/.test(value) : /^\d+$/.test(value);
  if (name === 'height') return tagName === 'img' && /^\d+$/.test(value);
  // Local anchors lead nowhere in several programs.
  if (name === 'href') return /^(?:https?|mailto|tel):/.test(value);
  if (tagName !== 'img' || name !== 'src') return true;
  const { searchParams, pathname } = new URL(value);
  return imageTypes.has(searchParams.get('type') ?? /\.(\w+)$/.exec(pathname)?.[1] ?? '');
}

/** @param tagName unset within the style sheet */
function unsupportedDeclaration(declaration: string, tagName?: string): string[] {
  const [name = '', value = ''] = declaration.split(/:(.*)/s).map((part) => part.trim());
  const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (!known) return [name];
  const isPlaced = tagName === undefined || known.on === undefined || words(known.on).has(tagName);
  return [
    ...(known.values?.test(value) === false ? [`${name}:${value}`] : []),
    ...(isPlaced ? [] : [`${tagName} ${name}`]),
  ];
}
