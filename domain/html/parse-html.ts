import {
  defaultTreeAdapter,
  html as standard,
  Parser,
  Tokenizer,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  type TreeAdapter,
} from 'parse5';

export type ParsedNode = DefaultTreeAdapterTypes.ChildNode;
type ParsedParent = DefaultTreeAdapterTypes.ParentNode;

/** Browsers stop at 512; an article stays below 30. The parser's time per tag grows with the depth. */
const maxDepth = 256;
const maxAttributesOfTag = 200;
/**
 * Characters given to the parser at once: how soon a tag with too many attributes is noticed. The parser copies the text
 * since the last tag with each part, so that small parts take the square of a long text.
 */
const chunkSize = 131_072;

/**
 * Parses a fragment with the algorithm of the HTML standard, as a browser does. Time and memory are proportional to the
 * length of `html`: a text that would need more (nested too deeply, a tag with too many attributes, formatting repeated
 * in each of many paragraphs) keeps only paragraphs, headings, rules and images, or only its characters.
 */
export function parseHtml(html: string): ParsedNode[] {
  for (const simplify of [(text: string) => text, withoutNesting]) {
    try {
      return parseWithinLimits(simplify(html));
    } catch (error) {
      if (!(error instanceof TooComplex)) throw error;
    }
  }
  return parseWithinLimits(html.replaceAll('<', '&lt;'));
}

class TooComplex extends RangeError {}

class CountingTokenizer extends Tokenizer {
  get attributeCount(): number {
    return this.currentToken && 'attrs' in this.currentToken ? this.currentToken.attrs.length : 0;
  }
}

function parseWithinLimits(html: string): ParsedNode[] {
  // Every tag takes three characters; a table's implied parts and formatting that is opened again come on top.
  const treeAdapter = limitedTreeAdapter(html.length / 2 + 1_000);
  const parser = Parser.getFragmentParser<DefaultTreeAdapterMap>(null, { treeAdapter });
  const tokenizer = new CountingTokenizer(parser.options, parser);
  parser.tokenizer = tokenizer;
  for (let from = 0; from < html.length; from += chunkSize) {
    tokenizer.write(html.slice(from, from + chunkSize), false);
    if (tokenizer.attributeCount > maxAttributesOfTag) throw new TooComplex();
  }
  tokenizer.write('', true);
  return parser.getFragment().childNodes;
}

/** Limits the size of the tree, and looks for siblings from the end, where the parser changes the tree. */
function limitedTreeAdapter(maxElements: number): TreeAdapter<DefaultTreeAdapterMap> {
  let depth = 0;
  let elements = 0;
  return {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attrs) {
      elements += 1;
      if (elements > maxElements) throw new TooComplex();
      return defaultTreeAdapter.createElement(tagName, namespace, attrs);
    },
    onItemPush() {
      depth += 1;
      if (depth > maxDepth) throw new TooComplex();
    },
    onItemPop() {
      depth -= 1;
    },
    insertBefore(parent, node, next) {
      insertAt(parent, node, parent.childNodes.lastIndexOf(next));
    },
    insertTextBefore(parent, text, next) {
      const index = parent.childNodes.lastIndexOf(next);
      const previous = parent.childNodes[index - 1];
      if (previous && defaultTreeAdapter.isTextNode(previous)) previous.value += text;
      else insertAt(parent, defaultTreeAdapter.createTextNode(text), index);
    },
    detachNode(node) {
      const siblings = node.parentNode?.childNodes;
      if (!siblings) return;
      siblings.splice(siblings.lastIndexOf(node), 1);
      node.parentNode = null;
    },
  };
}

function insertAt(parent: ParsedParent, node: ParsedNode, index: number): void {
  parent.childNodes.splice(index, 0, node);
  node.parentNode = parent;
}

function withoutNesting(html: string): string {
  // The name is matched whole or not at all: shorter ones would be tried against all the text behind them.
  return html.replace(/<\/?([a-z][a-z0-9-]*)(?![a-z0-9-])[^<>]*>/gi, (tag: string, written: string) => {
    const name = written.toLowerCase();
    if (/^(?:p|h[1-6]|br|hr|img|script|style|title)$/.test(name)) return tag;
    return /^(?:div|li|tr|t[dh]|d[td]|ul|ol|pre|blockquote|table|section|article|summary)$/.test(name)
      ? '<p>'
      : '';
  });
}

/** True if a node is an element of HTML, not of SVG or MathML. */
export function isHtmlElement(node: DefaultTreeAdapterTypes.Element): boolean {
  return node.namespaceURI === standard.NS.HTML;
}
