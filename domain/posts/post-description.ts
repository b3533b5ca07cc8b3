import { visibleText } from '#domain/html/visible-text.ts';

type Described = { metaDescription: string | null; excerpt: string | null };

const firstWords = 160;

/**
 * The description of a post elsewhere: in search engines, shared links, the feed and the list of a mailbox.
 * Its description, else its excerpt, else the first words of its text, else its title. Pure.
 */
export function postDescription(post: Described & { content: string; title: string }): string {
  return writtenDescription(post) ?? (startOfText(post.content) || post.title);
}

/** The author's own description; null for none. */
export function writtenDescription({ metaDescription, excerpt }: Described): string | null {
  return metaDescription?.trim() || excerpt?.trim() || null;
}

/** Characters of a body that are read for its first words: a page has no time for megabytes. */
const startLength = 20_000;

const onOneLine = (html: string) => visibleText(html).replaceAll(/\s+/g, ' ').trim();

function startOfText(content: string): string {
  const start = onOneLine(content.slice(0, startLength));
  // The end of what is read may be the half of a tag.
  const text = start.length > 2 * firstWords ? start : onOneLine(content);
  if (text.length <= firstWords) return text;
  const to = text.lastIndexOf(' ', firstWords);
  return `${text.slice(0, to > 0 ? to : firstWords).toWellFormed()} …`;
}
