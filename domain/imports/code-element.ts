import { codeBlock } from './code-block.ts';
import type { Cursor } from './cursor.ts';
import { decodedEntities } from './plain-words.ts';

const element = /<(pre|code)\b([^<>]{0,2000})>/iy;

/** Names of the language in a `<pre>`, in the order in which they are looked for. */
const languageMarks = [
  /\blang(?:uage)?-([\w+#.-]+)(?![\w+#.-]|=)/,
  /\b(?:brush|lang):\s*([\w+#.-]+)/,
  /\b(?:data-)?(?:enlighter-)?lang(?:uage)?\s*=\s*["']?([\w+#.-]+)/,
];

/**
 * Reads a `<pre>` or `<code>`, as one block of code where it is one, else as it is. Null where none begins, or it has no end.
 * @param ofBlock the language that what is around it says
 */
export function readCodeElement(
  cursor: Cursor,
  ofBlock: string,
  change: (inner: string) => string = (inner) => inner,
): { html: string; isBlock: boolean } | null {
  const [whole, name = '', attributes = ''] = cursor.match(element) ?? [];
  const end = new RegExp(`</${name}\\s*>`, 'gi');
  if (whole === undefined || cursor.find(end) === null) return null;
  cursor.skip(whole.length);
  const tag = name.toLowerCase();
  const inner = change(cursor.until(end).replace(/<\/\w+\s*>$/, ''));
  const all = `${attributes} ${/^\s*(?:<span>)?<code\b([^<>]{0,500})>/.exec(inner)?.[1] ?? ''}`;
  const language = languageMarks.map((mark) => mark.exec(all)?.[1]).find(Boolean) ?? ofBlock;
  const isPlain = language !== '' || !/<(?!\/?(?:code|span|br|font|div)\b)\/?[a-z]/i.test(inner);
  const isCode =
    tag === 'code' ? inner.includes('\n') : isPlain && !/wp-block-(?:verse|preformatted)/.test(attributes);
  if (!isCode) return { html: `${whole}${inner}</${tag}>`, isBlock: tag === 'pre' };
  // WP-Syntax has the characters themselves in it.
  const isRaw =
    /\slang\s*=|lang:/.test(attributes) && !/&lt;|escaped\s*=\s*["']true/.test(attributes + inner);
  return { html: codeBlock(isRaw ? inner : textOfCode(inner), language), isBlock: true };
}

/** The characters of code that stands as HTML. */
export function textOfCode(html: string): string {
  return decodedEntities(html.replace(/<br\s*\/?>\n?/gi, '\n').replace(/<\/?[a-z][^<>]*>/gi, ''));
}
