import { cleanHtml, cleanTree } from '#domain/html/html.ts';
import { markdownHtml } from '#domain/html/markdown/markdown-html.ts';
import { writeMarkdown } from '#domain/html/markdown/write-markdown.ts';
import { mergedHtml, mergeHtml } from '#domain/html/merge-html.ts';

/** A text of an agent: its Markdown, and the stored body that it changes. */
export type AgentBody = { markdown: string; stored: string };

/** Markdown as the body of a text: blocks that it leaves as `read_content` gave them stay as they are stored. Pure. */
export function readAgentBody({ markdown, stored }: AgentBody): string {
  const given = cleanHtml(markdownHtml(writeMarkdown(cleanTree(stored))));
  const sent = cleanHtml(markdownHtml(markdown));
  return mergedHtml(mergeHtml(given, stored, sent), ({ merged }) => (merged === null ? 'theirs' : 'merged'));
}
