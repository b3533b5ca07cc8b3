/**
 * What an email of a post may consist of. `feature` is the page of caniemail.com that tests it
 * (`https://www.caniemail.com/features/<feature>/`); what its pages say of twelve mail programs is in
 * `client-support.json`. Where one of the twelve lacks a feature, or some of it, `fallback` says what its readers see, or
 * `unused` says why no reader notices. `basic` is in HTML and CSS since the nineties and has no page there.
 */
export type Supported =
  | { feature: string; fallback?: string; unused?: string }
  | { basic: true }
  | { onlyFor: 'Outlook on Windows' };

const basic = { basic: true } as const;
const onlyForOutlook = { onlyFor: 'Outlook on Windows' } as const;
const of = (feature: string) => ({ feature });

const lightEmail = 'The light email, or the colors that the program makes of it.';
const wideEdges = 'The edges of a wide screen.';
const wideLine = 'A line of code or a very long word that is wider than the column.';
const numbers = {
  feature: 'html-lists',
  unused:
    'No list is `reversed`: each item of one says its number, and where a program starts a new list there, it starts with that number.',
};
const borders = {
  feature: 'css-border',
  unused: 'Borders are on cells and rules only, and at most 3 pixels wide.',
};

export const supportedElements: Readonly<Record<string, Supported>> = {
  html: basic,
  head: basic,
  meta: basic,
  title: basic,
  style: { feature: 'html-style', fallback: `${lightEmail} ${wideEdges}` },
  body: { feature: 'html-body', unused: 'The outermost table has the color of the page, too.' },
  div: of('html-div'),
  p: basic,
  span: of('html-span'),
  h1: of('html-h1-h6'),
  h2: of('html-h1-h6'),
  h3: of('html-h1-h6'),
  h4: of('html-h1-h6'),
  a: basic,
  img: { feature: 'html-img', fallback: 'The alternative text, until the reader loads images.' },
  table: of('html-table'),
  tbody: of('html-table'),
  thead: of('html-table'),
  tfoot: of('html-table'),
  tr: of('html-table'),
  td: of('html-table'),
  th: of('html-table'),
  caption: of('html-table'),
  ul: numbers,
  ol: numbers,
  li: numbers,
  pre: of('html-pre'),
  code: of('html-code'),
  hr: of('html-hr'),
  br: basic,
  strong: of('html-strong'),
  b: basic,
  em: basic,
  i: basic,
  u: basic,
  del: of('html-del'),
  sub: basic,
  sup: basic,
};

export const supportedAttributes: Readonly<Record<string, Supported>> = {
  lang: { feature: 'html-lang', fallback: 'A cell in another language is read out in that of the email.' },
  dir: { feature: 'html-dir', fallback: 'A link in another direction has that of its paragraph.' },
  href: basic,
  src: basic,
  alt: basic,
  width: { feature: 'html-width', unused: 'Images have a width in pixels, and tables one in percent.' },
  height: { feature: 'html-height', unused: 'Only images have one, in pixels.' },
  border: basic,
  cellpadding: of('html-cellpadding'),
  cellspacing: of('html-cellspacing'),
  align: { feature: 'html-align', unused: 'Only cells have it.' },
  colspan: basic,
  rowspan: basic,
  scope: basic,
  start: numbers,
  type: numbers,
  value: numbers,
  role: { feature: 'html-role', fallback: 'A screen reader may say that there is a table.' },
  style: basic,
  class: { feature: 'css-selector-class', fallback: `${lightEmail} ${wideEdges}` },
  'aria-hidden': { feature: 'html-aria-hidden', fallback: 'A screen reader may read the excerpt, too.' },
  name: basic,
  content: basic,
  charset: basic,
};

/** The `name` of a `meta`. */
export const supportedMetas: Readonly<Record<string, Supported>> = {
  viewport: basic,
  'color-scheme': { feature: 'html-meta-color-scheme', fallback: lightEmail },
  'supported-color-schemes': { feature: 'html-meta-color-scheme', fallback: lightEmail },
};

export const supportedProperties: Readonly<Record<string, Supported>> = {
  color: basic,
  'background-color': of('css-background-color'),
  'border-color': borders,
  border: borders,
  'border-left': borders,
  'border-top': borders,
  'border-collapse': of('css-border-collapse'),
  'font-family': basic,
  'font-size': { feature: 'css-font-size', unused: 'All sizes are in pixels.' },
  'font-weight': { feature: 'css-font-weight', unused: 'The only weight is 700.' },
  'line-height': { feature: 'css-line-height', unused: 'All heights are numbers without a unit.' },
  'text-align': { feature: 'css-text-align', unused: 'The only values are left, center and right.' },
  'text-decoration': {
    feature: 'css-text-decoration',
    fallback: 'Links with the line below them that the program gives every link, or without it.',
  },
  'vertical-align': of('css-vertical-align'),
  margin: {
    feature: 'css-margin',
    unused: 'No margin is negative or automatic, and none is on a span or the body but 0.',
  },
  'margin-left': { feature: 'css-margin', unused: 'No margin is negative or automatic.' },
  padding: {
    feature: 'css-padding',
    fallback:
      'The padding of cells, which all have it. The indent of lists is that of the program, and a button is its cell.',
  },
  'padding-left': { feature: 'css-padding', unused: 'Only cells have it.' },
  'padding-right': { feature: 'css-padding', unused: 'Only cells have it.' },
  width: { feature: 'css-width', unused: 'Images and tables have the attribute, too.' },
  height: {
    feature: 'css-height',
    fallback: 'In a window that is narrower than an image, the image keeps its height.',
  },
  'max-width': { feature: 'css-max-width', unused: 'Tables have it; images have the attribute, too.' },
  display: {
    feature: 'css-display',
    fallback: 'An image stands on the line of its paragraph, where nothing else is; a button is its cell.',
  },
  'white-space': { feature: 'css-white-space', fallback: wideLine },
  'word-wrap': { feature: 'css-word-wrap', fallback: wideLine },
  'word-break': { feature: 'css-word-break', fallback: wideLine },
  overflow: {
    feature: 'css-overflow',
    unused: 'Beside `display:none` and, for Outlook on Windows, `mso-hide`.',
  },
  'max-height': {
    feature: 'css-max-height',
    unused: 'Beside `display:none` and, for Outlook on Windows, `mso-hide`.',
  },
  'mso-hide': onlyForOutlook,
  'mso-padding-alt': onlyForOutlook,
};

/** Units of lengths. */
export const supportedUnits: Readonly<Record<string, Supported>> = {
  px: of('css-unit-px'),
  '%': of('css-unit-percent'),
};

/** Media queries of the style sheet. */
export const supportedQueries: Readonly<Record<string, Supported>> = {
  '(prefers-color-scheme:dark)': { feature: 'css-at-media-prefers-color-scheme', fallback: lightEmail },
  '(max-width:480px)': { feature: 'css-at-media', fallback: wideEdges },
};

/** What the rules of the style sheet are made of, in its media queries only. */
export const supportedRules: Readonly<Record<string, Supported>> = {
  'class selector': { feature: 'css-selector-class', fallback: `${lightEmail} ${wideEdges}` },
  '!important': {
    feature: 'css-important',
    unused: 'It stands in lower case, after a space, and in media queries only.',
  },
};

/** Types of the images. */
export const supportedImages: Readonly<Record<string, Supported>> = {
  jpg: of('image-jpg'),
  jpeg: of('image-jpg'),
  png: of('image-png'),
  gif: { feature: 'image-gif', fallback: 'The first image of an animation.' },
};

/** Every table above, for what holds of all entries. */
export const everythingSupported: readonly (readonly [name: string, entry: Supported])[] = [
  supportedElements,
  supportedAttributes,
  supportedMetas,
  supportedProperties,
  supportedUnits,
  supportedQueries,
  supportedRules,
  supportedImages,
].flatMap((table) => Object.entries(table));
