import type { Image } from '#domain/images/image.ts';
import type { CleanTree } from '#domain/text/html.ts';
import { mapElements, type HtmlNode } from '#domain/text/html-tree.ts';

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
