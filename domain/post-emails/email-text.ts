import { calloutNames, contentsSwitch } from '#domain/text/blocks.ts';
import { textOf, type CleanTree } from '#domain/text/html.ts';
import { element, mapElements, type HtmlElement, type HtmlNode } from '#domain/text/html-tree.ts';
import { readVideo } from '#domain/text/video.ts';
import { completeAddress, withCounters, type BodyPlace } from './body-place.ts';

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
