const block =
  /(<\/?(?:p|h[1-6]|[uod]l|li|d[td]|table|thead|tbody|tfoot|tr|t[dh]|caption|blockquote|div|figure|figcaption|hr|iframe|section|article|aside|header|footer|details|summary|form|address|center)\b[^<>]*>|<!--b\d+-->|<!--\s*\/?wp:[^<>]*-->)/i;
/** Elements that hold words themselves. */
const holder = /^<(p|h[1-6]|li|d[td]|t[dh]|caption|figure|figcaption|summary|address)\b/i;

/**
 * Lines as WordPress shows them: an empty line ends a paragraph, any other line break is one. In a text that has all its
 * paragraphs as HTML, line breaks are only spaces. What stands within the blocks of the block editor is left as it is.
 */
export function paragraphs(text: string): string {
  const parts = text.split(block);
  const isWhole = hasParagraphs(parts);
  let open = '';
  let depth = 0;
  const written = parts.map((part, index) => {
    if (index % 2 === 1) {
      if (part.startsWith('<!--') && part.includes('wp:')) depth += depthChange(part);
      else if (!part.startsWith('<!--')) open = holder.test(part) ? part : '';
      return part;
    }
    if (depth > 0 || isWhole) return part;
    const words = part.trim();
    return words === '' ? '' : wrapped(words, open);
  });
  return written.join('');
}

function depthChange(comment: string): number {
  if (comment.includes('/wp:')) return -1;
  return comment.endsWith('/-->') ? 0 : 1;
}

/** True if every word stands in a block, and some in a paragraph. */
function hasParagraphs(parts: readonly string[]): boolean {
  let isInBlock = false;
  let hasParagraph = false;
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 0) {
      if (part.trim() !== '' && (!isInBlock || /\n[ \t]*\n/.test(part.trim()))) return false;
    } else if (!part.startsWith('<!--')) {
      isInBlock = !part.startsWith('</') && !/^<[hi]r|^<iframe/i.test(part);
      hasParagraph ||= /^<p\b/i.test(part);
    }
  }
  return hasParagraph;
}

function withBreaks(words: string): string {
  const lines = words.split('\n').map((line) => line.trimEnd());
  return lines
    .map((line, index) => (index === lines.length - 1 ? line : `${line.replace(/<br ?\/?>$/i, '')}<br>`))
    .join('\n');
}

/** @param open the start of the element that holds the words; '' where none does */
function wrapped(words: string, open: string): string {
  const [, name = ''] = holder.exec(open) ?? [];
  const lines = words.split(/\n[ \t]*\n\s*/).map(withBreaks);
  if (/^p$/i.test(name)) return lines.join(`</p>${open}`);
  if (/^(?:h\d|caption|figcaption|summary|figure)$/i.test(name)) return lines.join('<br>');
  return name !== '' && lines.length === 1
    ? lines.join('')
    : lines.map((line) => `<p>${line}</p>`).join('\n');
}
