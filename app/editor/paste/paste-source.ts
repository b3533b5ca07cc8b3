/** Removes marks from the text of pasted HTML before a parser reads it. Each function takes one pass. */

/** The attribute that holds what `style` held. */
export const styled = 'data-style';

/** The page's policy lets no document have styles in its elements, also none that is never shown. */
export function withoutStyles(html: string): string {
  return withTags(withoutBetween(html, /<style\b/gi, /<\/style\s*>/gi), (tag) =>
    tag.replace(/\sstyle\s*=/gi, ` ${styled}=`),
  );
}

/**
 * Puts `data-` before the names of event handlers: they never run in a parsed document, but a browser reports each of
 * them to the console.
 */
export function withoutHandlers(html: string): string {
  return withTags(html, (tag) =>
    tag.replaceAll(attributeName, (part, name?: string) =>
      name !== undefined && /^on/i.test(name) ? `data-${name}` : part,
    ),
  );
}

/** A quoted value, which is skipped, or the name before a value. */
const attributeName = /"[^"]*"|'[^']*'|(?<=[\s/"'])([a-z]+)(?=\s*=)/gi;

/** Word hides its bullets and its own images in comments that only it reads. */
export function withoutWordMarks(html: string): string {
  return withoutBetween(html, /<!--\[if (?!!supportLists)[^\]<]*\]>/gi, /<!\[endif\]-->/gi)
    .replaceAll(/<!\[if !supportLists\]>/gi, '<span data-bullet>')
    .replaceAll(/<!--\[if !supportLists\]-->/gi, '<span data-bullet>')
    .replaceAll(/<!(?:--)?\[if [^\]<]*\](?:--)?>/gi, '<span>')
    .replaceAll(/<!(?:--)?\[endif\](?:--)?>/gi, '</span>')
    .replaceAll(/<\/?o:p>/gi, '');
}

/** Takes out what stands from each `start` to the next `end`, both with it. Both patterns are global. */
function withoutBetween(text: string, start: RegExp, end: RegExp): string {
  let kept = '';
  let from = 0;
  for (;;) {
    start.lastIndex = from;
    const begin = start.exec(text);
    end.lastIndex = start.lastIndex;
    // Without an end for this one there is none for any later one.
    if (begin === null || end.exec(text) === null) return kept + text.slice(from);
    kept += text.slice(from, begin.index);
    from = end.lastIndex;
  }
}

/** The text with each start tag changed. What a quoted value holds is no end of a tag. */
function withTags(html: string, change: (tag: string) => string): string {
  const starts = /<[a-z]/gi;
  const marks = /["'>]/g;
  let changed = '';
  let from = 0;
  for (let start = starts.exec(html); start !== null; start = starts.exec(html)) {
    const end = endOfTag(html, starts.lastIndex, marks);
    if (end === null) break;
    changed += html.slice(from, start.index) + change(html.slice(start.index, end));
    from = end;
    starts.lastIndex = end;
  }
  return changed + html.slice(from);
}

/** Where the tag ends that is open at `from`; null when it never does. */
function endOfTag(html: string, from: number, marks: RegExp): number | null {
  marks.lastIndex = from;
  for (let mark = marks.exec(html); mark !== null; mark = marks.exec(html)) {
    if (mark[0] === '>') return marks.lastIndex;
    const closing = html.indexOf(mark[0], marks.lastIndex);
    if (closing === -1) return null;
    marks.lastIndex = closing + 1;
  }
  return null;
}
