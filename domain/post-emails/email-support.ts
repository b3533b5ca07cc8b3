/**
 * What an email may consist of: elements, attributes and style properties that are shown by twelve mail programs, or
 * whose absence leaves a readable email. The twelve: Apple Mail on macOS and iOS, Gmail on the web, iOS and Android,
 * Outlook on Windows (Word), macOS, iOS, Android and the web, Yahoo Mail, Thunderbird.
 *
 * `feature` is the name of the feature's page at https://www.caniemail.com (`/features/…`), where its support can be looked
 * up; the entries here have not been compared with these pages. `fallback` says what a reader sees where a program does not
 * support it; without one, all of the twelve are taken to.
 */
export type Supported = { feature: string; fallback?: string };

const html = (name: string) => ({ feature: `html-${name}` });
const css = (name: string) => ({ feature: `css-${name}` });

export const supportedElements: Readonly<Record<string, Supported>> = {
  html: html('doctype'),
  head: html('doctype'),
  meta: { feature: 'html-meta-color-scheme', fallback: 'The light email.' },
  title: html('doctype'),
  style: { feature: 'html-style', fallback: 'The light email, with the edges of a wide screen.' },
  body: html('body'),
  div: html('div'),
  p: html('p'),
  span: html('span'),
  h1: html('h1-h6'),
  h2: html('h1-h6'),
  h3: html('h1-h6'),
  h4: html('h1-h6'),
  a: html('anchor-links'),
  img: { feature: 'html-image-maps', fallback: 'The alternative text, until the reader loads images.' },
  table: html('table'),
  tbody: html('table'),
  thead: html('table'),
  tfoot: html('table'),
  tr: html('table'),
  td: html('table'),
  th: html('table'),
  caption: html('table'),
  ul: html('lists'),
  ol: html('lists'),
  li: html('lists'),
  blockquote: html('blockquote'),
  pre: html('pre'),
  code: html('code'),
  hr: html('hr'),
  br: html('br'),
  strong: html('strong'),
  b: html('strong'),
  em: html('em'),
  i: html('em'),
  u: html('u'),
  s: html('del'),
  sub: html('sub'),
  sup: html('sup'),
};

export const supportedAttributes: Readonly<Record<string, Supported>> = {
  lang: { feature: 'html-lang', fallback: 'The language of the program.' },
  dir: html('dir'),
  href: html('anchor-links'),
  src: html('image-maps'),
  alt: html('image-maps'),
  width: html('width'),
  height: html('height'),
  border: html('table'),
  cellpadding: html('cellpadding'),
  cellspacing: html('cellspacing'),
  align: html('align'),
  colspan: html('table'),
  rowspan: html('table'),
  scope: html('table'),
  start: html('lists'),
  type: html('lists'),
  value: { feature: 'html-lists', fallback: 'The number that comes next.' },
  role: { feature: 'html-role', fallback: 'A table for layout that a screen reader may announce.' },
  style: css('inline'),
  class: { feature: 'css-class-selector', fallback: 'The light email.' },
  'aria-hidden': { feature: 'html-aria-hidden', fallback: 'The excerpt is read out twice.' },
  name: { feature: 'html-meta-color-scheme', fallback: 'The light email.' },
  content: { feature: 'html-meta-color-scheme', fallback: 'The light email.' },
  charset: html('doctype'),
};

export const supportedProperties: Readonly<Record<string, Supported>> = {
  color: css('color'),
  'background-color': css('background-color'),
  'border-color': css('border'),
  'font-family': css('font'),
  'font-size': css('font-size'),
  'font-weight': css('font-weight'),
  'line-height': css('line-height'),
  'text-align': css('text-align'),
  'text-decoration': css('text-decoration'),
  'vertical-align': css('vertical-align'),
  margin: { feature: 'css-margin', fallback: 'Less room between paragraphs.' },
  padding: { feature: 'css-padding', fallback: 'Less room in boxes other than cells.' },
  'padding-left': { feature: 'css-padding', fallback: 'A paragraph without its indent.' },
  'padding-right': { feature: 'css-padding', fallback: 'The edges of a wide screen.' },
  border: { feature: 'css-border', fallback: 'A link without the frame around it.' },
  'border-left': css('border'),
  'border-top': css('border'),
  'border-collapse': css('border-collapse'),
  width: css('width'),
  height: css('height'),
  'max-width': { feature: 'css-max-width', fallback: 'The width in the attribute.' },
  display: {
    feature: 'css-display',
    fallback: 'A button as a link with a background; a frame around its lines.',
  },
  'white-space': css('white-space'),
  'word-wrap': { feature: 'css-overflow-wrap', fallback: 'A line of code that is wider than the column.' },
  'word-break': { feature: 'css-word-break', fallback: 'A line of code that is wider than the column.' },
  overflow: { feature: 'css-overflow', fallback: 'The excerpt above the email, once more.' },
  'max-height': { feature: 'css-max-height', fallback: 'The excerpt above the email, once more.' },
  'mso-hide': {
    feature: 'css-mso-hide',
    fallback: 'Only Outlook on Windows knows it, and only it needs it.',
  },
};

/** Media queries of the style sheet. */
export const supportedQueries: Readonly<Record<string, Supported>> = {
  '(prefers-color-scheme:dark)': {
    feature: 'css-at-media-prefers-color-scheme',
    fallback: 'The light email, or the colors that the program makes of it.',
  },
  '(max-width:480px)': { feature: 'css-at-media', fallback: 'The edges of a wide screen.' },
};
