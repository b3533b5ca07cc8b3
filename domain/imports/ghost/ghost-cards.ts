import { escapeHtml } from '#domain/html/escape-html.ts';
import { markdownHtml } from '#domain/html/markdown/markdown-html.ts';
import { readVideo } from '#domain/html/video.ts';
import { codeBlock } from '../code-block.ts';
import { addNote } from '../import-item.ts';
import type { ImportNote } from '../import-report.ts';
import { wordsOf } from '../plain-words.ts';

export type Card = Readonly<Record<string, unknown>>;

/** A value as a record; an empty one where it is none. */
export function cardOf(value: unknown): Card {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Blocks of this product for the cards of Ghost. Texts are HTML, addresses and names are not. */
export const blocks = {
  bookmark: (address: string, title: string, description: string) =>
    `<p><a class="block-bookmark" href="${escapeHtml(address)}"><strong>${escapeHtml(title || address)}</strong>${description === '' ? '' : `<br>${escapeHtml(description)}`}</a></p>`,
  button: (address: string, words: string) =>
    address === ''
      ? ''
      : `<p><a class="block-button" href="${escapeHtml(address)}">${escapeHtml(words)}</a></p>`,
  callout: (emoji: string, html: string) =>
    `<aside class="block-note"><p>${escapeHtml(emoji && `${emoji} `)}${html}</p></aside>`,
  toggle: (heading: string, html: string) => `<details><summary>${heading}</summary>${html}</details>`,
  link: (address: string, words: string) =>
    `<p><a href="${escapeHtml(address)}">${escapeHtml(words || address)}</a></p>`,
  image: (address: string, alt: string, caption: string, link = '') => {
    const image = `<img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}">`;
    return `<figure>${link === '' ? image : `<a href="${escapeHtml(link)}">${image}</a>`}${captionOf(caption)}</figure>`;
  },
  gallery: (figures: readonly string[], caption: string) =>
    `<figure class="block-gallery">${figures.join('')}</figure>${caption === '' ? '' : `<p>${caption}</p>`}`,
};

function captionOf(html: string): string {
  return html === '' ? '' : `<figcaption>${html}</figcaption>`;
}

/** A card by the name that both formats of Ghost have for it. */
const readers: Readonly<Record<string, (text: (...keys: string[]) => string, card: Card) => string>> = {
  image: (text) => blocks.image(text('src'), text('alt'), text('caption'), text('href')),
  gallery: (text, { images }) =>
    blocks.gallery(
      (Array.isArray(images) ? images : [])
        .map(cardOf)
        .map((image) => blocks.image(textIn(image, 'src'), textIn(image, 'alt'), textIn(image, 'caption'))),
      text('caption'),
    ),
  html: (text) => text('html'),
  markdown: (text) => markdownHtml(text('markdown')),
  code: (text) => codeBlock(text('code'), text('language')),
  codeblock: (text) => codeBlock(text('code'), text('language')),
  bookmark: (text, { metadata }) =>
    blocks.bookmark(
      text('url'),
      text('title') || textIn(cardOf(metadata), 'title'),
      text('description') || textIn(cardOf(metadata), 'description'),
    ),
  callout: (text) => blocks.callout(text('calloutEmoji'), text('calloutText')),
  button: (text) => blocks.button(text('buttonUrl'), text('buttonText')),
  toggle: (text) => blocks.toggle(text('heading'), text('content')),
  file: (text) => blocks.link(text('src'), text('fileTitle', 'title', 'fileName')),
  audio: (text) => blocks.link(text('src'), text('title')),
  video: (text) => blocks.link(text('src'), wordsOf(text('caption'))),
  embed: (text) =>
    readVideo(text('url'))
      ? `<iframe src="${escapeHtml(text('url'))}"></iframe>`
      : blocks.link(text('url'), wordsOf(text('caption'))),
  header: (text) =>
    `<h2>${text('header', 'heading')}</h2><p>${text('subheader', 'subheading')}</p>${blocks.button(text('buttonUrl'), text('buttonText'))}`,
  product: (text) =>
    `${text('productImageSrc') === '' ? '' : blocks.image(text('productImageSrc'), '', '')}<h4>${text('productTitle')}</h4>${text('productDescription')}${blocks.button(text('productUrl'), text('productButton'))}`,
  calltoaction: (text) => `${text('textValue')}${blocks.button(text('buttonUrl'), text('buttonText'))}`,
  horizontalrule: () => '<hr>',
  hr: () => '<hr>',
};

/** A card as HTML that is not clean; one that is not known, or was not shown to everybody, is left out and named. */
export function cardHtml(name: string, card: Card, notes: ImportNote[]): string {
  const read = readers[name.replace(/^card-|-/g, '').toLowerCase()];
  const web = cardOf(cardOf(card['visibility'])['web']);
  if (read === undefined || web['nonMember'] === false || card['showOnWeb'] === false) {
    addNote(
      notes,
      'left out',
      `card ${name.slice(0, 40)}: ${read === undefined ? 'it has no block here' : 'not everybody was shown it'}`,
    );
    return '';
  }
  return read((...keys) => keys.map((key) => textIn(card, key)).find((text) => text !== '') ?? '', card);
}

export function textIn(card: Card, key: string): string {
  const value = card[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
