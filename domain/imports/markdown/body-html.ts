import { serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5';

import { parseHtml, type ParsedNode } from '#domain/html/parse-html.ts';
import { markdownHtml } from '#domain/html/markdown/markdown-html.ts';
import { attributeOf, element, textNode, withAttributes } from '../import-body.ts';
import type { ImportNote } from '../import-report.ts';
import { markdownBody, type Options } from './markdown-body.ts';
import { calloutOf } from './template-tags.ts';
import { markdownName } from './text-files.ts';

/** A place that folders of Jekyll, Hugo and Hexo have: there `{{ }}` and `{% %}` are no words. */
export const generatorPlace =
  /(?:^|\/)(?:_posts|_drafts|_layouts|_includes|archetypes|scaffolds|content)\/|(?:^|\/)(?:_config\.ya?ml|(?:hugo|config)\.toml|eleventy\.config\.[cm]?[jt]s)$/;

/** The body of a text of another program as HTML that is not clean. */
export function bodyHtml(
  path: string,
  body: string,
  notes: ImportNote[],
  folder: Pick<Options, 'isTemplated' | 'fileNamed'>,
): string {
  const isHtml = !markdownName.test(path);
  const text = markdownBody(body, notes, { ...folder, isHtml, isMdx: /\.mdx$/i.test(path) });
  if (isHtml) return text;
  const childNodes = parseHtml(markdownHtml(text)).flatMap(withOwnForms);
  return serialize({ nodeName: '#document-fragment', childNodes });
}

/** A heading with the id that stands behind its words, and an image with its title as the caption. */
function withOwnForms(node: ParsedNode): ParsedNode[] {
  if (!('tagName' in node)) return [node];
  const { tagName, childNodes } = node;
  const last = childNodes.at(-1);
  if (
    /^h[1-6]$/.test(tagName) &&
    last &&
    'tagName' in last &&
    last.tagName === 'a' &&
    last.childNodes.length === 0
  )
    return [{ ...node, attrs: last.attrs, childNodes: childNodes.slice(0, -1) }];
  if (tagName === 'blockquote') return [ofAlert(node)];
  const images = childNodes.filter((child) => 'tagName' in child);
  const hasImagesOnly =
    tagName === 'p' &&
    images.every((image) => imageIn(image) !== null) &&
    childNodes.every((child) => !('value' in child) || child.value.trim() === '');
  return hasImagesOnly
    ? images.map(withCaption)
    : [{ ...node, childNodes: childNodes.flatMap(withOwnForms) }];
}

/** The image that an element is, or that a link holds alone. */
function imageIn(node: Tree.Element): Tree.Element | null {
  if (node.tagName === 'img') return node;
  const [child, ...others] = node.childNodes;
  return node.tagName === 'a' && child && 'tagName' in child && child.tagName === 'img' && others.length === 0
    ? child
    : null;
}

function withCaption(node: Tree.Element): ParsedNode {
  const image = imageIn(node) ?? node;
  const caption = attributeOf(image, 'title');
  if (caption === '') return element('p', {}, [node]);
  const plain = withAttributes(image, { title: null });
  const words = element('figcaption', {}, [textNode(caption)]);
  return element('figure', {}, [node === image ? plain : { ...node, childNodes: [plain] }, words]);
}

/** A quotation that begins with `[!NOTE]`, as GitHub and Obsidian write callouts. */
function ofAlert(node: Tree.Element): ParsedNode {
  const children = node.childNodes.flatMap(withOwnForms);
  const first = children.find((child) => 'tagName' in child);
  const start = first && 'childNodes' in first ? first.childNodes[0] : undefined;
  if (!first || !start || !('value' in start)) return { ...node, childNodes: children };
  const [mark = '', name = ''] = /^\s*\[!(\w+)\][-+]?[ \t]*\n?/.exec(start.value) ?? [];
  const kind = calloutOf(name);
  if (kind === undefined) return { ...node, childNodes: children };
  start.value = start.value.slice(mark.length);
  return element('aside', { class: `block-${kind}` }, children);
}
