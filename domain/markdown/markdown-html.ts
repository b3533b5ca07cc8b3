import { marked } from 'marked';

import { invalid } from '#domain/errors.ts';
import { extractFootnotes, footnoteList } from './footnotes.ts';

/** A line that begins a hundred quotations or lists in each other: the parser reads the rest of it for each of them. */
const deeplyNested = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){100}/m;

/** Stars in one paragraph: the parser reads the rest of it for each of them. */
const maxStars = 10_000;

/**
 * Markdown (CommonMark with the tables, strikethrough and footnotes of GitHub, and HTML in it) as HTML that is not clean.
 * @param prefix keeps the keys of footnotes apart from those of other texts
 * @throws invalid for quotations or lists within each other a hundred times, and for a paragraph of stars
 */
export function markdownHtml(markdown: string, prefix = ''): string {
  const tooDeep = 'The Markdown of this text is nested too deeply.';
  if (deeplyNested.test(markdown)) throw invalid(tooDeep);
  if (markdown.split(/\n[ \t]*\n/).some((block) => block.split('*').length > maxStars))
    throw invalid(tooDeep);
  const { text, notes } = extractFootnotes(markdown, prefix);
  try {
    const written = notes.map(({ key, text: note }) => ({
      key,
      html: marked.parseInline(note, { async: false }),
    }));
    // The line break before a closing fence is no line of the code.
    const blocks = marked.parse(text, { async: false }).replaceAll('\n</code></pre>', '</code></pre>');
    return blocks + footnoteList(written);
  } catch (error) {
    if (error instanceof RangeError) throw invalid(tooDeep);
    throw error;
  }
}
