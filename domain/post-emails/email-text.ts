import type { Image } from '#domain/images/image.ts';
import { calloutNames, contentsSwitch } from '#domain/html/blocks.ts';
import { element, type HtmlElement, type HtmlNode, mapElements } from '#domain/html/html-tree.ts';
import { type CleanTree, textOf } from '#domain/html/html.ts';
import { readVideo } from '#domain/html/video.ts';

/** The body as plain text: with the addresses of its links, numbers of its items and names of its images. */
export function emailText(tree: CleanTree, place: BodyPlace): string {
  const spelled = mapElements(withCounters(tree), (source, children) => {
    const { name, attributes } = source;
    if (name === 'a') return spelledLink(source, children, place);
    if (name === 'img') return attributes['alt'] ? [`[${attributes['alt']}]`] : [];
    if (name === 'hr') return contentsSwitch(source) === null ? [element('p', {}, ['* * *'])] : [];
    if (name === 'iframe') {
      const found = readVideo(attributes['src'] ?? '');
      return found ? [element('p', {}, [`${attributes['title'] ?? 'Video'}: ${found.page}`])] : [];
    }
    if (name === 'aside') {
      const kind = /^block-(\w+)/.exec(attributes['class'] ?? '')?.[1] ?? '';
      return [element('aside', {}, [element('p', {}, [`${calloutNames[kind] ?? 'Note'}:`]), ...children])];
    }
    if (name === 'ol' || name === 'ul') return [{ ...source, children: numbered(source, children) }];
    if (name === 'rt') return [' (', ...children, ')'];
    if (name === 'rp') return [];
    if (name === 'q') return ['“', ...children, '”'];
    return [{ ...source, children }];
  });
  return textOf(spelled).trim();
}

function spelledLink(source: HtmlElement, children: HtmlNode[], place: BodyPlace): HtmlNode[] {
  const { href = '', class: kind = '' } = source.attributes;
  if (kind.includes('block-back')) return [];
  const address = completeAddress(href, place);
  if (address === null || href.startsWith('#') || textOf(children).trim() === address) return children;
  return [...children, ` (${address})`];
}

function numbered(source: HtmlElement, children: HtmlNode[]): HtmlNode[] {
  let number = Number(source.attributes['start'] ?? 1);
  return children.map((child) => {
    if (typeof child === 'string' || child.name !== 'li') return child;
    number = Number(child.attributes['value'] ?? number);
    const mark = source.name === 'ul' ? '- ' : `${number}. `;
    number += 1;
    return { ...child, children: [mark, ...withoutFirstParagraph(child.children)] };
  });
}

/** The mark of an item stands on the line of its first words. */
function withoutFirstParagraph(children: HtmlNode[]): HtmlNode[] {
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
export function withCounters(tree: CleanTree): HtmlNode[] {
  return mapElements(tree, (source, children) => {
    if (source.name !== 'ol' || source.attributes['reversed'] === undefined) return [{ ...source, children }];
    const items = children.filter((child) => typeof child === 'object' && child.name === 'li');
    let number = Number(source.attributes['start'] ?? items.length);
    const counted = children.map((child) => {
      if (typeof child === 'string' || child.name !== 'li') return child;
      number = Number(child.attributes['value'] ?? number);
      const item = { ...child, attributes: { ...child.attributes, value: String(number) } };
      number -= 1;
      return item;
    });
    return [{ ...source, children: counted }];
  });
}
