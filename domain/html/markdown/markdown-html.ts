import { getDefaults, Lexer, Parser, Tokenizer, type Token, type Tokens } from 'marked';

import { invalid } from '#domain/core/errors.ts';
import { extractFootnotes, footnoteList } from './footnotes.ts';

/** A line that begins a hundred quotations or lists in each other: the parser reads the rest of it for each of them. */
const deeplyNested = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){100}/m;

const tooDeep = 'The Markdown of this text is nested too deeply.';

/** Marks in one paragraph that may begin formatting: the parser reads the rest of it for each of them. */
const maxMarks = 10_000;
const openingMarks = /(?<!\\)\*|(?<![\\\p{L}\p{N}])_/gu;

/** The parser looks for the end of an email address in all that follows, however long. */
const beginOfAddress = /^(?:(?:https?|ftp):\/\/|www\.|mailto:|xmpp:|[\w.!#$%&'*+/=?`{|}~-]{1,64}@)/i;

class BoundedTokenizer extends Tokenizer {
  override url(source: string): Tokens.Link | undefined {
    return beginOfAddress.test(source) ? super.url(source) : undefined;
  }
}

class BoundedLexer extends Lexer {
  constructor() {
    const tokenizer = new BoundedTokenizer();
    super({ ...getDefaults(), tokenizer });
    const { rules } = tokenizer;
    // Each piece of text looks for the end of an email address too.
    const text = new RegExp(rules.inline.text.source.replaceAll(']+@', ']{1,64}@'));
    tokenizer.rules = { ...rules, inline: { ...rules.inline, text } };
  }

  override inlineTokens(source: string, tokens?: Token[]): Token[] {
    if ((source.match(openingMarks)?.length ?? 0) >= maxMarks) throw invalid(tooDeep);
    return super.inlineTokens(source, tokens);
  }
}

/**
 * Markdown (CommonMark with the tables, strikethrough and footnotes of GitHub, and HTML in it) as HTML that is not clean.
 * @param prefix keeps the keys of footnotes apart from those of other texts
 * @throws invalid for quotations or lists within each other a hundred times, and for a paragraph of stars or low lines
 */
export function markdownHtml(markdown: string, prefix = ''): string {
  if (deeplyNested.test(markdown)) throw invalid(tooDeep);
  const { text, notes } = extractFootnotes(markdown, prefix);
  try {
    const written = notes.map(({ key, text: note }) => ({
      key,
      html: Parser.parseInline(new BoundedLexer().inlineTokens(note)),
    }));
    // The line break before a closing fence is no line of the code.
    const blocks = Parser.parse(new BoundedLexer().lex(text)).replaceAll('\n</code></pre>', '</code></pre>');
    return blocks + footnoteList(written);
  } catch (error) {
    if (error instanceof RangeError) throw invalid(tooDeep);
    throw error;
  }
}
