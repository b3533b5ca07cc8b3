import { html as standard, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5';

import { parseHtml, type ParsedNode } from '#domain/html/parse-html.ts';
import { markdownHtml } from '#domain/html/markdown/markdown-html.ts';
import type { ImportNote } from '../import-report.ts';
import { markdownBody } from './markdown-body.ts';
import { markdownName } from './text-files.ts';

/** True of a place that folders of Jekyll, Hugo and Hexo have: there `{{ }}` and `{% %}` are no words. */
export function isOfGenerator(path: string): boolean {
  return generatorPlace.test(path);
}

const generatorPlace =
  /(?:^|\/)(?:_posts|_drafts|_layouts|archetypes|scaffolds|content)\/|(?:^|\/)(?:_config\.ya?ml|(?:hugo|config)\.toml)$/;

/** The body of a text of another program as HTML that is not clean. */
export function bodyHtml(path: string, body: string, notes: ImportNote[], isTemplated: boolean): string {
  const isHtml = !markdownName.test(path);
  const text = markdownBody(body, notes, { isTemplated, isHtml, isMdx: /\.mdx$/i.test(path) });
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
  const images = childNodes.filter((child) => 'tagName' in child);
  const hasImagesOnly =
    tagName === 'p' &&
    images.every((image) => image.tagName === 'img') &&
    childNodes.every((child) => !('value' in child) || child.value.trim() === '');
  return hasImagesOnly
    ? images.map(withCaption)
    : [{ ...node, childNodes: childNodes.flatMap(withOwnForms) }];
}

function withCaption(image: Tree.Element): ParsedNode {
  const caption = image.attrs.find(({ name }) => name === 'title')?.value ?? '';
  const attrs = image.attrs.filter(({ name }) => name !== 'title');
  const words = element('figcaption', [], [{ nodeName: '#text', value: caption, parentNode: null }]);
  return caption === ''
    ? element('p', [], [image])
    : element('figure', [], [element('img', attrs, []), words]);
}

function element(tagName: string, attrs: Tree.Element['attrs'], childNodes: ParsedNode[]): Tree.Element {
  const namespaceURI = standard.NS.HTML;
  return { nodeName: tagName, tagName, attrs, namespaceURI, childNodes, parentNode: null };
}
