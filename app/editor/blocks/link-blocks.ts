import { Node } from '@tiptap/core';

import type { BodyRules } from '../body-rules.ts';

/** A link that looks like a button. Stored as a paragraph that holds nothing but the link. */
export function buttonNode(rules: Pick<BodyRules, 'isSafeLink'>) {
  return Node.create({
    name: 'button',
    group: 'block',
    // Not text of the editor: browsers put what is typed at an end of a link beside it.
    atom: true,
    draggable: true,

    addAttributes: () => ({
      href: { default: '', rendered: false, parseHTML: (element) => addressIn(element) },
      text: { default: '', rendered: false, parseHTML: (element) => element.textContent.trim() },
    }),
    parseHTML: () => [onlyLink('block-button', rules)],
    renderHTML: ({ node: { attrs } }) => [
      'p',
      ['a', { href: String(attrs['href']), class: 'block-button' }, String(attrs['text'])],
    ],
  });
}

/** A card that leads to a post or another page: a title, and words below it. */
export function bookmarkNode(rules: Pick<BodyRules, 'isSafeLink'>) {
  return Node.create({
    name: 'bookmark',
    group: 'block',
    atom: true,
    draggable: true,

    addAttributes: () => ({
      href: { default: '', rendered: false, parseHTML: (element) => addressIn(element) },
      title: { default: '', rendered: false, parseHTML: titleIn },
      text: {
        default: '',
        rendered: false,
        parseHTML: (element) => element.textContent.replace(titleIn(element), '').trim(),
      },
    }),
    parseHTML: () => [onlyLink('block-bookmark', rules)],
    renderHTML: ({ node }) => {
      const { href, title, text } = node.attrs;
      const link = { href: String(href), class: 'block-bookmark' };
      const words = String(text) === '' ? [] : [['br'], String(text)];
      return ['p', ['a', link, ['strong', String(title)], ...words]];
    },

    addNodeView:
      () =>
      ({ node }) => {
        const dom = document.createElement('div');
        dom.className = 'block-bookmark';
        for (const [tag, name] of [
          ['strong', 'title'],
          ['span', 'text'],
          ['small', 'href'],
        ] as const) {
          const words = String(node.attrs[name]);
          if (words !== '') dom.append(Object.assign(document.createElement(tag), { textContent: words }));
        }
        return { dom };
      },
  });
}

/** A paragraph whose only content is a link of that class. */
function onlyLink(name: string, rules: Pick<BodyRules, 'isSafeLink'>) {
  return {
    tag: `p:has(> a.${name}:only-child)`,
    priority: 120,
    getAttrs: (element: HTMLElement) => {
      const isAlone = Array.from(element.childNodes).every(
        (child) => child instanceof Element || child.textContent?.trim() === '',
      );
      return isAlone && rules.isSafeLink(addressIn(element)) ? null : false;
    },
    contentElement: (element: globalThis.Node) =>
      element instanceof HTMLElement ? (element.querySelector('a') ?? element) : document.createElement('a'),
  };
}

function addressIn(element: HTMLElement): string {
  return element.querySelector('a')?.getAttribute('href') ?? '';
}

function titleIn(element: HTMLElement): string {
  return element.querySelector('strong')?.textContent ?? element.textContent;
}
