import { escapeHtml } from '#domain/html/escape-html.ts';
import { markdownHtml } from '#domain/html/markdown/markdown-html.ts';
import { readVideo } from '#domain/html/video.ts';
import { codeBlock, figureBlock } from '../code-block.ts';
import { addNote } from '../import-item.ts';
import type { ImportNote } from '../import-report.ts';
import { wordsOf } from '../plain-words.ts';
import { recordOf, type UnknownRecord } from '../record-of.ts';

type ReadCard = (text: (...keys: string[]) => string, card: UnknownRecord) => string;

/** Blocks of this product by the name and fields that both formats of Ghost have for a card. */
const readers: Readonly<Record<string, ReadCard>> = {
  image: (text) => figureBlock(text('src'), text('alt'), text('caption'), text('href')),
  gallery: (text, { images }) => {
    const figures = (Array.isArray(images) ? images : [])
      .map(recordOf)
      .map((image) => figureBlock(textIn(image, 'src'), textIn(image, 'alt'), textIn(image, 'caption')));
    return `<figure class="block-gallery">${figures.join('')}</figure>${paragraph(text('caption'))}`;
  },
  html: (text) => text('html'),
  markdown: (text) => markdownHtml(text('markdown')),
  code: (text) => codeBlock(text('code'), text('language')) + paragraph(text('caption')),
  bookmark: (text, { metadata }) => {
    const said = (key: string) => escapeHtml(text(key) || textIn(recordOf(metadata), key));
    const description = said('description') && `<br>${said('description')}`;
    return `<p><a class="block-bookmark" href="${escapeHtml(text('url'))}"><strong>${said('title') || escapeHtml(text('url'))}</strong>${description}</a></p>${paragraph(text('caption'))}`;
  },
  callout: (text) => {
    const emoji = escapeHtml(text('calloutEmoji') && `${text('calloutEmoji')} `);
    const html = text('calloutText');
    const words = html.startsWith('<p>') ? `<p>${emoji}${html.slice(3)}` : `<p>${emoji}${html}</p>`;
    return `<aside class="block-note">${words}</aside>`;
  },
  button: (text) => button(text('buttonUrl'), text('buttonText')),
  toggle: (text) =>
    `<details><summary>${escapeHtml(wordsOf(text('heading')))}</summary>${text('content')}</details>`,
  file: (text) => link(text('src'), text('fileTitle', 'title', 'fileName')) + paragraph(text('fileCaption')),
  audio: (text) => link(text('src'), text('title')),
  video: (text) => link(text('src'), wordsOf(text('caption'))),
  embed: (text) => {
    if (readVideo(text('url')))
      return `<iframe src="${escapeHtml(text('url'))}"></iframe>${paragraph(text('caption'))}`;
    const page = wordsOf(text('html')) === '' ? '' : text('html');
    return page ? page + paragraph(text('caption')) : link(text('url'), wordsOf(text('caption')));
  },
  header: (text) =>
    `<h2>${text('header', 'heading')}</h2>${paragraph(text('subheader', 'subheading'))}${button(text('buttonUrl'), text('buttonText'))}`,
  product: (text) =>
    `${text('productImageSrc') && figureBlock(text('productImageSrc'), '', '')}<h4>${text('productTitle')}</h4>${text('productDescription')}${button(text('productUrl'), text('productButton'))}`,
  calltoaction: (text) => text('textValue') + button(text('buttonUrl'), text('buttonText')),
  horizontalrule: () => '<hr>',
  hr: () => '<hr>',
  // An empty character that the editor needs.
  zwnj: () => '',
};

function paragraph(html: string): string {
  return html && `<p>${html}</p>`;
}

function button(address: string, words: string): string {
  return address && `<p><a class="block-button" href="${escapeHtml(address)}">${escapeHtml(words)}</a></p>`;
}

function link(address: string, words: string): string {
  return `<p><a href="${escapeHtml(address)}">${escapeHtml(words || address)}</a></p>`;
}

/** A card as HTML that is not clean; one that is not known, or was not shown to everybody, is left out and named. */
export function cardHtml(name: string, card: UnknownRecord, notes: ImportNote[]): string {
  const read =
    readers[
      name
        .replace(/^card-|-|block$/g, '')
        .toLowerCase()
        .replace(/^md$/, 'markdown')
    ];
  const { web, showOnWeb } = recordOf(card['visibility']);
  const isHidden = recordOf(web)['nonMember'] === false || (showOnWeb ?? card['showOnWeb']) === false;
  if (read === undefined || isHidden) {
    const why = read === undefined ? 'it has no block here' : 'not everybody was shown it';
    addNote(notes, 'left out', `card ${name.slice(0, 40)}: ${why}`);
    return '';
  }
  return read((...keys) => keys.map((key) => textIn(card, key)).find((text) => text !== '') ?? '', card);
}

export function textIn(card: UnknownRecord, key: string): string {
  const value = card[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
