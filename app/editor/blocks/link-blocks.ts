import { Node } from '@tiptap/core';

import { isSafeLink } from '#domain/html/link.ts';
import { ownAttribute } from '../insert-blocks.ts';
import { cardView } from '../video.ts';

/** A link that looks like a button. Stored as a paragraph that holds nothing but the link. */
export const ButtonBlock = Node.create({
  name: 'button',
  group: 'block',
  // Not text of the editor: browsers put what is typed at an end of a link beside it.
  atom: true,
  draggable: true,

  addAttributes: () => ({
    href: ownAttribute('', addressIn),
    text: ownAttribute('', ({ textContent }) => textContent.trim()),
  }),
  parseHTML: () => [onlyLink('block-button')],
  renderHTML: ({ node: { attrs } }) => [
    'p',
    ['a', { href: String(attrs['href']), class: 'block-button' }, String(attrs['text'])],
  ],
});

/** A card that leads to a post or another page: a title, and words below it. */
export const Bookmark = Node.create({
  name: 'bookmark',
  group: 'block',
  atom: true,
  draggable: true,

  addAttributes: () => ({
    href: ownAttribute('', addressIn),
    title: ownAttribute('', titleIn),
    text: ownAttribute('', (element) => element.textContent.replace(titleIn(element), '').trim()),
  }),
  parseHTML: () => [onlyLink('block-bookmark')],
  renderHTML: ({ node }) => {
    const { href, title, text } = node.attrs;
    const link = { href: String(href), class: 'block-bookmark' };
    const words = String(text) === '' ? [] : [['br'], String(text)];
    return ['p', ['a', link, ['strong', String(title)], ...words]];
  },

  addNodeView: () =>
    cardView('block-bookmark', ({ title, text, href }) => ({
      strong: String(title),
      span: String(text),
      small: String(href),
    })),
});

/** A paragraph whose only content is a link of that class. */
function onlyLink(name: string) {
  return {
    tag: `p:has(> a.${name}:only-child)`,
    priority: 120,
    getAttrs: (element: HTMLElement) => {
      const isAlone = Array.from(element.childNodes).every(
        (child) => child instanceof Element || child.textContent?.trim() === '',
      );
      return isAlone && isSafeLink(addressIn(element)) ? null : false;
    },
  };
}

function addressIn(element: HTMLElement): string {
  return element.querySelector('a')?.getAttribute('href') ?? '';
}

function titleIn(element: HTMLElement): string {
  return element.querySelector('strong')?.textContent ?? element.textContent;
}
