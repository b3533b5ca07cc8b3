import { z } from 'zod';

import type { PostRow } from '#db/tables.ts';
import { asClean, cleanTree, isEmptyTree, serializeClean, type CleanHtml } from '#domain/html/html.ts';
import { countWords } from '#domain/html/count-words.ts';
import { element, imagesIn, render, type BodyTree } from '#domain/html/html-tree.ts';
import { layOut } from '#domain/html/layout.ts';
import { readHtml } from '#domain/html/read-html.ts';
import { textOf } from '#domain/html/visible-text.ts';
import { searchDocumentOf } from '#domain/search/search-document.ts';
import type { AgentBody } from './agent-body.ts';

type Words = Pick<PostRow, 'title' | 'excerpt' | 'language'> & { html: string; isPublic: boolean };

/** Work on a text, which takes time in proportion to it. */
export type TextJob =
  | { kind: 'clean'; html: string }
  | ({ kind: 'prepare' } & Words)
  | { kind: 'markdown'; html: string; isPublic: boolean }
  | ({ kind: 'agent' } & AgentBody);

/** Does the work in a process of its own, so that no other request waits for it. */
export type TextWork = {
  /** @throws invalid for a text that takes too much time or memory, too-many while many others wait */
  workOnText: (job: TextJob) => Promise<unknown>;
};

const preparedBody = z.object({
  /** Clean; '' for one in which a reader would see nothing. */
  content: z.string().transform(asClean),
  wordCount: z.int(),
  images: z.array(z.object({ src: z.string(), alt: z.string() })),
  document: z.string(),
  title: z.string(),
  words: z.string(),
  /** The layout of the body as JSON; that of a long public text has its Markdown too. */
  layout: z.string(),
});

/** A body as it may be stored, and everything that follows from the words of its post. */
export type PreparedBody = z.output<typeof preparedBody>;

/** Characters of HTML; a shorter text takes a tenth of a second at most, so it is worked on where it is. */
const longText = 50_000;

const isLong = (html: string) => html.length > longText;

const work = (ctx: TextWork, job: Exclude<TextJob, { kind: 'agent' }>) =>
  isLong(job.html) ? ctx.workOnText(job) : doTextJob(job);

/** A body as it may be stored; '' for one in which a reader would see nothing. @throws as `workOnText` */
export async function cleanBody(ctx: TextWork, html: string): Promise<CleanHtml> {
  return asClean(z.string().parse(await work(ctx, { kind: 'clean', html })));
}

/** Everything that a save stores of a body. @throws as `workOnText` */
export async function prepareBody(ctx: TextWork, words: Words): Promise<PreparedBody> {
  return preparedBody.parse(await work(ctx, { kind: 'prepare', ...words }));
}

/** A body as Markdown. @param isPublic links of the site begin with `placeOfOrigin` @throws as `workOnText` */
export async function markdownOf(ctx: TextWork, html: string, isPublic: boolean): Promise<string> {
  return z.string().parse(await work(ctx, { kind: 'markdown', html, isPublic }));
}

/** The body that the Markdown of a program makes of a stored one, however short. @throws as `workOnText` */
export async function readBody(ctx: TextWork, body: AgentBody): Promise<CleanHtml> {
  return asClean(z.string().parse(await ctx.workOnText({ kind: 'agent', ...body })));
}

/** Stands for the origin of the site in Markdown that is kept. */
export const placeOfOrigin = 'https://origin.invalid';

/** Does the work in this process. What only Markdown needs is loaded at its first use: a start has no need of it. */
export async function doTextJob(job: TextJob): Promise<unknown> {
  switch (job.kind) {
    case 'clean':
      return cleanedBody(job.html);
    case 'prepare':
      return prepareHere(job);
    case 'markdown':
      return writeBody(cleanTree(job.html), job.isPublic);
    case 'agent':
      return (await import('./agent-body.ts')).readAgentBody(job);
  }
}

/** Pure. */
export function cleanedBody(html: string): CleanHtml {
  const tree = cleanTree(html);
  return serializeClean(isEmptyTree(tree) ? [] : tree);
}

async function prepareHere({ html, isPublic, ...indexed }: Words): Promise<PreparedBody> {
  const content = cleanedBody(html);
  const tree = readHtml(content);
  const markdown = isPublic && isLong(content) ? { markdown: await writeBody(tree, true) } : {};
  return {
    content,
    wordCount: countWords(textOf(tree)),
    images: imagesIn(tree),
    ...searchDocumentOf(indexed, tree),
    layout: JSON.stringify({ ...layOut(tree), ...markdown }),
  };
}

async function writeBody(tree: BodyTree, isPublic: boolean): Promise<string> {
  const { writeMarkdown } = await import('#domain/html/markdown/write-markdown.ts');
  return writeMarkdown(isPublic ? withPlaceOfOrigin(tree) : tree);
}

function withPlaceOfOrigin(tree: BodyTree): BodyTree {
  return render(tree, {
    a({ name, attributes }, children) {
      const { href = '' } = attributes;
      const isOfSite = /^\/(?!\/)/.test(href);
      return [element(name, isOfSite ? { ...attributes, href: placeOfOrigin + href } : attributes, children)];
    },
  });
}
