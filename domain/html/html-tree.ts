/** Text, or an element. A tree of clean HTML is made only by `cleanTree`. */
export type HtmlNode = string | HtmlElement;

export type HtmlElement = { name: string; attributes: Attributes; children: HtmlNode[] };

/** Values are not escaped. */
export type Attributes = Readonly<Record<string, string>>;

const voidNames = new Set(['br', 'img', 'wbr', 'hr']);
const booleanAttributes = new Set(['open', 'reversed']);

/** Of SVG: without content, and not void for a parser of HTML. */
const selfClosingNames = new Set(['image']);

export function isVoid(name: string): boolean {
  return voidNames.has(name);
}

export function element(name: string, attributes: Attributes, children: HtmlNode[]): HtmlElement {
  return { name, attributes, children };
}

/** The HTML of a tree, as a browser writes it, except that a no-break space stays one character. */
export function serializeHtml(nodes: readonly HtmlNode[]): string {
  let html = '';
  for (const node of nodes) html += typeof node === 'string' ? escapeText(node) : serializeElement(node);
  return html;
}

function serializeElement({ name, attributes, children }: HtmlElement): string {
  let tag = `<${name}`;
  for (const key in attributes) {
    const value = attributes[key] ?? '';
    tag +=
      value === '' && booleanAttributes.has(key)
        ? ` ${key}`
        : ` ${key}="${escapeText(value).replaceAll('"', '&quot;')}"`;
  }
  if (selfClosingNames.has(name)) return `${tag}/>`;
  return voidNames.has(name) ? `${tag}>` : `${tag}>${serializeHtml(children)}</${name}>`;
}

function escapeText(text: string): string {
  if (!/[&<>]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Every element, in document order. */
export function* elementsOf(nodes: readonly HtmlNode[]): Generator<HtmlElement> {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    yield node;
    yield* elementsOf(node.children);
  }
}

/** A new tree: each element becomes what `change` returns for it and its already changed children. */
export function mapElements(
  nodes: readonly HtmlNode[],
  change: (element: HtmlElement, children: HtmlNode[]) => readonly HtmlNode[],
): HtmlNode[] {
  return nodes.flatMap((node) =>
    typeof node === 'string' ? [node] : change(node, mapElements(node.children, change)),
  );
}
