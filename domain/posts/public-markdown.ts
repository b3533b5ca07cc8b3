import { withImageAddresses } from '#domain/images/image.ts';
import { kinds, pathOf } from '#domain/kinds.ts';
import type { PublicPost } from './post.ts';
import { postDescription } from './post-description.ts';
import { cleanTree } from '#domain/html/html.ts';
import { mapElements } from '#domain/html/html-tree.ts';
import { writeFrontMatter } from '#domain/html/markdown/front-matter.ts';
import { writeMarkdown } from '#domain/html/markdown/write-markdown.ts';

/**
 * What visitors read of a post, as Markdown with front matter. Addresses are whole.
 * @param origin of the site
 */
export function publicMarkdown(post: PublicPost, origin: string): string {
  const whole = (address: string) => (/^\/(?!\/)/.test(address) ? origin + address : address);
  const tree = mapElements(cleanTree(post.content), (source, children) => {
    const { href } = source.attributes;
    const attributes = href === undefined ? source.attributes : { ...source.attributes, href: whole(href) };
    return [{ ...source, attributes, children }];
  });
  const body = withImageAddresses(writeMarkdown(tree), (_, address) => whole(address));
  return `${writeFrontMatter(publicFields(post, whole))}\n${body}`;
}

function publicFields(post: PublicPost, whole: (address: string) => string): Record<string, unknown> {
  const { clientLogo: _, ...facts } = post.facts ?? { clientLogo: null };
  const { isInBlog, hasAuthor } = kinds[post.kind];
  return {
    title: post.title,
    url: post.canonicalUrl ?? whole(pathOf(post)),
    description: postDescription(post),
    ...(isInBlog ? { date: post.day, category: post.category?.name } : {}),
    updated: post.updatedAt.toISOString(),
    author: hasAuthor ? post.author : null,
    tags: post.tags.map(({ name }) => name),
    image: post.featuredImage && whole(post.featuredImage),
    ...facts,
  };
}
