import { indexOrEnd } from '#domain/fields/index-or-end.ts';

export type Cursor = ReturnType<typeof createCursor>;

/** Reads a text from its beginning to its end, and writes another one: in time proportional to its length. */
export function createCursor(text: string, marks: RegExp) {
  let at = 0;
  const lines = [''];
  let next = { index: -1, mark: '' };
  /** Ends that are not found from here on are never found. */
  const missing = new Set<string>();
  /** Closing tags of what was opened, innermost last. */
  const open: string[] = [];

  return {
    open,
    isAtEnd: () => at >= text.length,
    written: () => lines.join('\n'),
    match,
    sees: (pattern: RegExp) => match(pattern) !== null,
    /** The next characters, for a pattern without a bound of its own. */
    ahead: (length: number) => text.slice(at, at + length),
    write,
    skip: (length: number) => void (at += length),
    skipTo: (place: number | null) => void (at = place ?? text.length),
    take(length: number) {
      write(text.slice(at, at + length));
      at += length;
    },
    find,
    /** The text to the next match or the end, both included. */
    until(pattern: RegExp): string {
      const start = at;
      at = find(pattern) ?? text.length;
      return text.slice(start, at);
    },
    isAtLineStart: () => at === 0 || text[at - 1] === '\n',
    /** True if this is right behind words of a line that look so. */
    isBehind: (pattern: RegExp) => pattern.test((lines.at(-1) ?? '').slice(-500)),
    /** Changes the last line that was written, also where its line break was. */
    changeLastLine(change: (line: string) => string) {
      const index = lines.length - (lines.at(-1) === '' ? 2 : 1);
      lines[index] = change(lines[index] ?? '');
    },
    /** Writes to the next mark of this line, or all of the line, and then there is none. */
    nextInLine(): string | null {
      if (next.index < at) {
        marks.lastIndex = at;
        const found = marks.exec(text);
        next = { index: found?.index ?? text.length, mark: found?.[0] ?? '' };
      }
      const lineEnd = indexOrEnd(text, '\n', at) + 1;
      const isInLine = next.index < lineEnd && next.mark !== '';
      write(text.slice(at, isInLine ? next.index : lineEnd));
      at = isInLine ? next.index : lineEnd;
      return isInLine ? next.mark : null;
    },
  };

  function write(words: string): void {
    const [first = '', ...rest] = words.split('\n');
    lines[lines.length - 1] += first;
    for (const line of rest) lines.push(line);
  }

  /** @param pattern sticky */
  function match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    return pattern.exec(text);
  }

  /** The place after the next match. @param pattern global */
  function find(pattern: RegExp, offset = 0): number | null {
    if (missing.has(pattern.source)) return null;
    pattern.lastIndex = at + offset;
    if (pattern.exec(text) !== null) return pattern.lastIndex;
    missing.add(pattern.source);
    return null;
  }
}
