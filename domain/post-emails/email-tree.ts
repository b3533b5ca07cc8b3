import { calloutName, contentsSwitch } from '#domain/html/blocks.ts';
import {
  element,
  elementsIn,
  render,
  type BodyElement,
  type BodyNode,
  type BodyTree,
} from '#domain/html/html-tree.ts';
import { textOf } from '#domain/html/visible-text.ts';
import { readVideo } from '#domain/html/video.ts';

/**
 * The body of a post as both parts of its email have it: a link leads on from outside the site, or to a section of the
 * post. Nothing leads back from a footnote, because the notes are on the page.
 */
export function emailTree(body: BodyTree, origin: string): BodyTree {
  return render(body, {
    a(source, children) {
      const { href = '', class: kind = '' } = source.attributes;
      if (kind.includes('block-back')) return [];
      const address = href.startsWith('#') ? href : wholeAddress(href, origin);
      if (address === null) return children;
      return [{ ...source, attributes: { ...source.attributes, href: address }, children }];
    },
    ol: counted,
  });
}

function wholeAddress(address: string, origin: string): string | null {
  return address === '' ? null : (URL.parse(address, `${origin}/blog/`)?.href ?? null);
}

/** Some programs do not count backwards, so each item of a reversed list says its number. */
function counted(list: BodyElement, children: BodyNode[]): BodyNode[] {
  if (list.attributes['reversed'] === undefined) return [{ ...list, children }];
  let number = Number(list.attributes['start'] ?? elementsIn(children).length);
  const items = children.map((item) => {
    if (typeof item === 'string') return item;
    number = Number(item.attributes['value'] ?? number);
    const attributes = { ...item.attributes, value: String(number) };
    number -= 1;
    return { ...item, attributes };
  });
  return [{ ...list, children: items }];
}

/** A tree of `emailTree` as plain text: with the addresses of its links, numbers of its items and names of its images. */
export function emailText(tree: BodyTree): string {
  const spelled = render(tree, {
    a: spelledLink,
    img: ({ attributes: { alt } }) => (alt ? [`[${alt}]`] : []),
    hr: (source) => (contentsSwitch(source) === null ? [paragraph('* * *')] : []),
    iframe({ attributes: { src = '', title = 'Video' } }) {
      const found = readVideo(src);
      return found ? [paragraph(`${title}: ${found.page}`)] : [];
    },
    aside: (source, children) => [element('aside', {}, [paragraph(`${calloutName(source)}:`), ...children])],
    ol: numbered,
    ul: numbered,
    rt: (_, children) => [' (', ...children, ')'],
    rp: () => [],
    tr: (source, cells) => [{ ...source, children: [cells.map(inOneLine).join(' | ')] }],
    blockquote: (_, children) => [element('pre', {}, [textOf(children).replace(/^/gm, '> ')])],
    q: (_, children) => ['“', ...children, '”'],
  });
  return textOf(spelled).trim();
}

function inOneLine(cell: BodyNode): string {
  return textOf([cell]).replaceAll(/\s+/g, ' ').trim();
}

function paragraph(words: string): BodyElement {
  return element('p', {}, [words]);
}

function spelledLink({ attributes }: BodyElement, children: BodyNode[]): BodyNode[] {
  const { href = '' } = attributes;
  const isToldAlready = href.startsWith('#') || textOf(children).trim() === href;
  return isToldAlready ? children : [...children, ` (${href})`];
}

function numbered(source: BodyElement, children: BodyNode[]): BodyNode[] {
  let number = Number(source.attributes['start'] ?? 1);
  const items = children.map((child) => {
    if (typeof child === 'string' || child.name !== 'li') return child;
    number = Number(child.attributes['value'] ?? number);
    const mark = source.name === 'ul' ? '- ' : `${number}. `;
    number += 1;
    return { ...child, children: [mark, ...withoutFirstParagraph(child.children)] };
  });
  return [{ ...source, children: items }];
}

/** The mark of an item stands on the line of its first words. */
function withoutFirstParagraph(children: BodyNode[]): BodyNode[] {
  const [first, ...others] = children;
  return typeof first === 'object' && first.name === 'p' ? [...first.children, ...others] : children;
}
