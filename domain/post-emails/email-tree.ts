import {
  elementsIn,
  render,
  type BodyElement,
  type BodyNode,
  type BodyTree,
} from '#domain/html/html-tree.ts';

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
