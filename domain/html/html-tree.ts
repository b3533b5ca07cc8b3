export const bodyNames = [
  'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'dl', 'dt', 'dd',
  'figure', 'figcaption', 'details', 'summary', 'aside', 'iframe',
  'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td',
  'a', 'strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins', 'sub', 'sup', 'mark', 'small', 'code', 'kbd', 'samp', 'var',
  'abbr', 'cite', 'dfn', 'q', 'time', 'bdi', 'bdo', 'ruby', 'rt', 'rp', 'span', 'br', 'wbr', 'img',
] as const; // prettier-ignore
export type BodyName = (typeof bodyNames)[number];

export type HtmlNode<Name extends string = string> = string | HtmlElement<Name>;

export type HtmlElement<Name extends string = string> = {
  name: Name;
  attributes: Attributes;
  children: HtmlNode<Name>[];
};

/** Values are not escaped. */
export type Attributes = Readonly<Record<string, string>>;

/** The tree of a body: only `cleanTree` and `readHtml` make one, and what folds one into another. */
export type BodyNode = HtmlNode<BodyName>;
export type BodyElement = HtmlElement<BodyName>;
export type BodyTree = readonly BodyNode[];

const voidNames = ['br', 'img', 'wbr', 'hr'] as const;
const booleanAttributes = new Set(['open', 'reversed']);

/** Elements of SVG without content that are not void for a parser of HTML. */
const selfClosingNames = new Set(['image']);

export function isVoid(name: string): name is (typeof voidNames)[number] {
  return voidNames.some((one) => one === name);
}

export function element<Name extends string>(
  name: Name,
  attributes: Attributes,
  children: HtmlNode<Name>[],
): HtmlElement<Name> {
  return { name, attributes, children };
}

/** The elements among some nodes. */
export function elementsIn<Name extends string>(nodes: readonly HtmlNode<Name>[]): HtmlElement<Name>[] {
  return nodes.filter((node) => typeof node === 'object');
}

/** The HTML of a tree, as a browser writes it, except that a no-break space stays one character. */
export function serializeHtml(nodes: readonly HtmlNode[]): string {
  let html = '';
  for (const node of nodes) html += typeof node === 'string' ? escapeText(node) : serializeElement(node);
  return html;
}

function serializeElement(source: HtmlElement): string {
  const { name, children } = source;
  const tag = startTag(source);
  return isVoid(name) || selfClosingNames.has(name) ? tag : `${tag}${serializeHtml(children)}</${name}>`;
}

export function startTag({ name, attributes }: HtmlElement): string {
  let tag = `<${name}`;
  for (const key in attributes) {
    const value = attributes[key] ?? '';
    tag +=
      value === '' && booleanAttributes.has(key)
        ? ` ${key}`
        : ` ${key}="${escapeText(value).replaceAll('"', '&quot;')}"`;
  }
  return selfClosingNames.has(name) ? `${tag}/>` : `${tag}>`;
}

function escapeText(text: string): string {
  if (!/[&<>]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Every element, in document order. */
export function* elementsOf<Name extends string>(
  nodes: readonly HtmlNode<Name>[],
): Generator<HtmlElement<Name>> {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    yield node;
    yield* elementsOf(node.children);
  }
}

/** The addresses of its images, and what their readers are told instead. */
export function imagesIn(nodes: readonly HtmlNode[]): { src: string; alt: string }[] {
  return [...elementsOf(nodes)]
    .filter(({ name }) => name === 'img')
    .map(({ attributes: { src = '', alt = '' } }) => ({ src, alt }));
}

/**
 * For each kind of element, what stands in its place, made from the element and its children, which are rendered
 * already; `other` for the kinds that are not named. Only kinds of `Added` come in beside those of a body.
 */
type RenderTable<Added extends string = never> = {
  readonly [Name in BodyName | 'other']?: (
    source: BodyElement,
    children: HtmlNode<BodyName | Added>[],
  ) => readonly HtmlNode<BodyName | Added>[];
};

/** The tree that a table makes of a body; an element that it says nothing of stays. */
export function render<Added extends string = never>(
  tree: BodyTree,
  table: RenderTable<Added>,
): HtmlNode<BodyName | Added>[] {
  return tree.flatMap((node) => {
    if (typeof node === 'string') return [node];
    const children = render(node.children, table);
    return (table[node.name] ?? table.other)?.(node, children) ?? [{ ...node, children }];
  });
}
