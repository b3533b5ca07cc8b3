import { isVoid } from './html-tree.ts';
import { indexOrEnd } from '#domain/fields/index-or-end.ts';

/** A node of an HTML fragment at its top level. `name` is '' for text. */
export type HtmlBlock = {
  html: string;
  name: string;
  /** The start tag, and what is between it and the end tag. */
  startTag: string;
  inner: string;
};

/**
 * The nodes at the top level of cleaned HTML, in order; white space between them is left out. Without a parser: small
 * and quick enough for a browser, and in time proportional to the length, whatever the text is.
 */
export function splitBlocks(html: string): HtmlBlock[] {
  const blocks: HtmlBlock[] = [];
  let depth = 0;
  let open = { at: 0, name: '', contentAt: 0 };
  let from = 0;
  while (from < html.length) {
    const tagAt = indexOrEnd(html, '<', from);
    if (depth === 0) addText(blocks, html.slice(from, tagAt));
    if (tagAt === html.length) break;
    const next = tagEnd(html, tagAt);
    const name = /^<\/?([a-z][a-z0-9]*)/.exec(html.slice(tagAt, tagAt + 20))?.[1] ?? '';
    if (html[tagAt + 1] === '/') {
      if (depth === 1) blocks.push(blockOf(html, open, tagAt, next));
      depth = Math.max(0, depth - 1);
    } else if (isVoid(name)) {
      if (depth === 0) blocks.push(blockOf(html, { at: tagAt, name, contentAt: next }, next, next));
    } else {
      if (depth === 0) open = { at: tagAt, name, contentAt: next };
      depth += 1;
    }
    from = next;
  }
  if (depth > 0) blocks.push(blockOf(html, open, html.length, html.length));
  return blocks;
}

function addText(blocks: HtmlBlock[], text: string): void {
  if (text.trim() !== '') blocks.push({ html: text, name: '', startTag: '', inner: text });
}

function blockOf(
  html: string,
  { at, name, contentAt }: { at: number; name: string; contentAt: number },
  contentEnd: number,
  end: number,
): HtmlBlock {
  return {
    html: html.slice(at, end),
    name,
    startTag: html.slice(at, contentAt),
    inner: html.slice(contentAt, contentEnd),
  };
}

/** The index behind the tag that begins at `at`. A `>` in an attribute's value does not end it. */
function tagEnd(html: string, at: number): number {
  let isQuoted = false;
  for (let index = at; index < html.length; index += 1) {
    const character = html[index];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '>' && !isQuoted) return index + 1;
  }
  return html.length;
}
