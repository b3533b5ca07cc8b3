import { createHash } from 'node:crypto';

import { href } from 'react-router';

import { siteContent } from '#app/site-content.ts';
import type { PublicPostCard } from '#domain/posts/post.ts';
import { cardDesign, type SocialCard } from './social-card-svg.ts';

type Shown = Pick<PublicPostCard, 'slug' | 'title' | 'category'>;

/** The content of the image of a post. */
export function socialCardOf({ slug, title, category }: Shown): SocialCard {
  const { name, tagline } = siteContent;
  return { slug, title, category: category?.name ?? null, siteName: name, tagline };
}

/** The address of the image. It changes with the image. Runs on the server only. */
export function socialCardAddress(post: Shown): string {
  return href('/social/:image', { image: `${post.slug}-${socialCardKey(post)}.png` });
}

export function socialCardKey(post: Shown): string {
  const shown = JSON.stringify([cardDesign, socialCardOf(post)]);
  return createHash('sha256').update(shown).digest('hex').slice(0, 12);
}
