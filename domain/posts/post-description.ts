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

function startOfText(content: string): string {
  const text = visibleText(content).replaceAll(/\s+/g, ' ').trim();
  if (text.length <= firstWords) return text;
  const to = text.lastIndexOf(' ', firstWords);
  return `${text.slice(0, to > 0 ? to : firstWords).toWellFormed()} …`;
}
