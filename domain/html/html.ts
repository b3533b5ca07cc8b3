import { contentsSwitch } from './blocks.ts';
import { buildContent } from './content-model.ts';
import { withoutControls } from '#domain/fields/fields.ts';
import { serializeHtml, type BodyTree, type HtmlNode } from './html-tree.ts';
import { parseHtml } from './parse-html.ts';

export { textOf, visibleText } from './visible-text.ts';

declare const clean: unique symbol;

/** HTML that `serializeClean` makes, from a tree of allowed elements: safe to store and to show. */
export type CleanHtml = string & { readonly [clean]: true };

/**
 * HTML from an author, an import or the database as a tree of what may be stored and shown: only the elements and
 * attributes of `html-rules.ts`, each element where HTML allows it, no control characters. What is clean stays as it is:
 * `cleanHtml(cleanHtml(x)) === cleanHtml(x)`, also after a browser has parsed and serialized it.
 *
 * Nothing that a browser reads in more than one way (scripts, foreign elements, raw text, comments) comes through, so
 * a browser reads the serialized tree as the same tree.
 */
export function cleanTree(html: string): BodyTree {
  return buildContent(parseHtml(storable(html)), storable);
}

export function cleanHtml(html: string): CleanHtml {
  return serializeClean(cleanTree(html));
}

export function serializeClean(tree: readonly HtmlNode[]): CleanHtml {
  return asClean(serializeHtml(tree));
}

/** @param html put together of HTML that is clean */
export function asClean(html: string): CleanHtml {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only place that makes a CleanHtml
  return html as CleanHtml;
}

/** Before and after parsing, because a reference such as `&#1;` is a control character only once it is read. */
function storable(text: string): string {
  return /[^\n\t -~\u00A0-\uD7FF\uE000-\uFFFD]/.test(text)
    ? withoutControls(text).replace(/\r\n?/g, '\n')
    : text;
}

/** True if a reader would see nothing: no text, no image, no rule, no table, no video. */
export function isEmptyTree(tree: readonly HtmlNode[]): boolean {
  return tree.every((node) =>
    typeof node === 'string'
      ? !/[^\s\p{Default_Ignorable_Code_Point}]/u.test(node)
      : (!visibleAlone.has(node.name) || contentsSwitch(node) !== null) && isEmptyTree(node.children),
  );
}

const visibleAlone = new Set(['img', 'hr', 'table', 'iframe']);
