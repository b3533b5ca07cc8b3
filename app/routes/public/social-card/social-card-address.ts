import { createHash } from 'node:crypto';

import { href } from 'react-router';

import type { WordsOf } from '#domain/site/site-words.ts';
import type { PublicPostCard } from '#domain/posts/post.ts';
import { cardDesign, type SocialCard } from './social-card-svg.ts';

type Shown = Pick<PublicPostCard, 'slug' | 'title' | 'category'>;
/** The words of the site on the image. */
type Signature = Pick<WordsOf<'general'>, 'name' | 'tagline'>;

/** The content of the image of a post. */
export function socialCardOf({ slug, title, category }: Shown, { name, tagline }: Signature): SocialCard {
  return { slug, title, category: category?.name ?? null, siteName: name, tagline };
}

/** The address of the image. It changes with the image. Runs on the server only. */
export function socialCardAddress(post: Shown, site: Signature): string {
  return href('/social/:image', { image: `${post.slug}-${socialCardKey(post, site)}.png` });
}

export function socialCardKey(post: Shown, site: Signature): string {
  const shown = JSON.stringify([cardDesign, socialCardOf(post, site)]);
  return createHash('sha256').update(shown).digest('hex').slice(0, 12);
}
