/**
 * Takes the footnotes out of a Markdown text (`[^1]: …`); what refers to them (`[^1]`) becomes HTML.
 * @param prefix keeps the keys apart from those of other pasted texts
 * @returns the notes that are referred to, in the order of their references, as Markdown
 */
export function extractFootnotes(
  markdown: string,
  prefix: string,
): { text: string; notes: { key: string; text: string }[] } {
  const keyOf = (name: string) => `${prefix && `${prefix}-`}${name.replaceAll(/[^\w-]/g, '-')}`;
  const notes = new Map<string, string[]>();
  const kept: string[] = [];
  let open: string[] | null = null;
  let fence: string | null = null;
  for (const line of markdown.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === null || mark.startsWith(fence)))
      fence = fence === null ? mark : null;
    const [, name, words] = (fence === null && /^ {0,3}\[\^([^\]\s]{1,60})\]:\s*(.*)$/.exec(line)) || [];
    if (name !== undefined) {
      open = [words ?? ''];
      notes.set(keyOf(name), open);
    } else if (open && /^(?: {4}|\t)\S/.test(line)) open.push(line.trim());
    else {
      open = null;
      kept.push(fence === null ? line : `\u0000${line}`);
    }
  }
  const used: string[] = [];
  const text = kept
    .map((line) => (line.startsWith('\u0000') ? line.slice(1) : withReferences(line, keyOf, notes, used)))
    .join('\n');
  return { text, notes: used.map((key) => ({ key, text: notes.get(key)?.join(' ') ?? '' })) };
}

/** Not within code. */
function withReferences(
  line: string,
  keyOf: (name: string) => string,
  notes: ReadonlyMap<string, unknown>,
  used: string[],
): string {
  return line
    .split(/(`+[^`]*`+)/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll(/\[\^([^\]\s]{1,60})\]/g, (whole, name: string) => {
            const key = keyOf(name);
            if (!notes.has(key)) return whole;
            if (!used.includes(key)) used.push(key);
            return footnoteReference(key, used.indexOf(key) + 1);
          }),
    )
    .join('');
}

export function footnoteReference(key: string, number: number): string {
  return `<sup><a href="#anchor-fn-${key}" id="anchor-fnref-${key}" class="block-footnote">${number}</a></sup>`;
}

/** @param notes each as HTML */
export function footnoteList(notes: readonly { key: string; html: string }[]): string {
  if (notes.length === 0) return '';
  const items = notes.map(({ key, html }) => {
    const back = `<a href="#anchor-fnref-${key}" class="block-back">↩</a>`;
    return `<li id="anchor-fn-${key}">${html === '' ? '' : `${html} `}${back}</li>`;
  });
  return `<ol class="block-footnotes">${items.join('')}</ol>`;
}
