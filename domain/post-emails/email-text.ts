import type { Image } from '#domain/images/image.ts';
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

/** The body as plain text: with the addresses of its links, numbers of its items and names of its images. */
export function emailText(tree: BodyTree, place: BodyPlace): string {
  const spelled = render(withCounters(tree), {
    a: (source, children) => spelledLink(source, children, place),
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
    q: (_, children) => ['“', ...children, '”'],
  });
  return textOf(spelled).trim();
}

function paragraph(words: string): BodyElement {
  return element('p', {}, [words]);
}

function spelledLink(source: BodyElement, children: BodyNode[], place: BodyPlace): BodyNode[] {
  const { href = '', class: kind = '' } = source.attributes;
  if (kind.includes('block-back')) return [];
  const address = completeAddress(href, place);
  if (address === null || href.startsWith('#') || textOf(children).trim() === address) return children;
  return [...children, ` (${address})`];
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

/** Where the relative addresses of a post lead, and what is known of its images. */
export type BodyPlace = {
  origin: string;
  /** The address of the post, for links to its sections. */
  postAddress: string;
  images: readonly Image[];
};

/** An address that leads somewhere from outside the site, too; null for none. */
export function completeAddress(address: string, { origin, postAddress }: BodyPlace): string | null {
  if (address === '') return null;
  if (address.startsWith('#')) return postAddress + address;
  return URL.parse(address, `${origin}/blog/`)?.href ?? null;
}

/** Some programs do not count backwards, so each item of a reversed list says its number. */
export function withCounters(tree: BodyTree): BodyTree {
  return render(tree, {
    ol(source, children) {
      if (source.attributes['reversed'] === undefined) return [{ ...source, children }];
      let number = Number(source.attributes['start'] ?? elementsIn(children).length);
      const counted = children.map((child) => {
        if (typeof child === 'string') return child;
        number = Number(child.attributes['value'] ?? number);
        const attributes = { ...child.attributes, value: String(number) };
        number -= 1;
        return { ...child, attributes };
      });
      return [{ ...source, children: counted }];
    },
  });
}
