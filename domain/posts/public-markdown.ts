import type { Secrets, SiteOrigin } from '#domain/core/context.ts';
import { withImageAddresses } from '#domain/images/image.ts';
import { kinds, pathOf } from '#domain/core/kinds.ts';
import type { PublicPost } from './post.ts';
import { storedMarkdown } from './post-layout.ts';
import { writeFrontMatter } from '#domain/html/markdown/front-matter.ts';
import { markdownOf, placeOfOrigin, type TextWork } from '#domain/text-work/text-work.ts';

/** The public text of a post, as Markdown with front matter. Addresses are whole. */
export async function publicMarkdown(
  ctx: SiteOrigin & Secrets & TextWork,
  post: PublicPost,
): Promise<string> {
  const written = storedMarkdown(ctx, post) ?? (await markdownOf(ctx, post.content, true));
  return markdownFile(ctx, (whole) => publicFields(post, whole), written);
}

/** The text of a page that is no post, as Markdown with front matter. Addresses are whole. */
export async function pageMarkdown(
  ctx: SiteOrigin & TextWork,
  { path, body, ...fields }: { path: string; body: string; title: string; description: string },
): Promise<string> {
  return markdownFile(ctx, (whole) => ({ ...fields, url: whole(path) }), await markdownOf(ctx, body, true));
}

function markdownFile(
  { origin }: SiteOrigin,
  fieldsOf: (whole: (address: string) => string) => Record<string, unknown>,
  written: string,
): string {
  const whole = (address: string) => (/^\/(?!\/)/.test(address) ? origin + address : address);
  const ofSite = written.replaceAll(placeOfOrigin, origin);
  const body = withImageAddresses(ofSite, (_, address) => whole(address));
  return `${writeFrontMatter(fieldsOf(whole))}\n${body}`;
}

function publicFields(post: PublicPost, whole: (address: string) => string): Record<string, unknown> {
  const { clientLogo: _, ...facts } = post.facts ?? { clientLogo: null };
  const { isInBlog, hasAuthor } = kinds[post.kind];
  return {
    title: post.title,
    url: post.canonicalUrl ?? whole(pathOf(post)),
    description: post.description,
    ...(isInBlog ? { date: post.day, category: post.category?.name } : {}),
    updated: post.updatedAt.toISOString(),
    author: hasAuthor ? post.author : null,
    tags: post.tags.map(({ name }) => name),
    image: post.featuredImage && whole(post.featuredImage),
    ...facts,
  };
}
