import { createHash } from 'node:crypto';

import { href } from 'react-router';

import { accentIn } from '#domain/site/accent-color.ts';
import { defaultWords, type SiteWords, type WordsOf } from '#domain/site/site-words.ts';
import type { PublicPost, PublicPostCard } from '#domain/posts/post.ts';
import { cardImage } from '#app/http/page-meta.ts';
import { socialImageOf, type SocialImage } from '#domain/images/social-image.ts';
import { cardDesign, type SocialCard } from './social-card-svg.ts';

type Shown = Pick<PublicPostCard, 'slug' | 'title' | 'category'> & {
  /** The label of a case study, which has no category. */
  client?: string | null;
};
type Signature = Pick<WordsOf<'general'>, 'name' | 'tagline'> &
  Pick<WordsOf<'brand'>, 'accentLight' | 'logo'>;

export function signatureOf({ general, brand }: Pick<SiteWords, 'general' | 'brand'>): Signature {
  const { accentLight, logo } = brand;
  return { name: general.name, tagline: general.tagline, accentLight, logo };
}

/** The content of the image of a post. */
export function socialCardOf({ slug, title, category, client }: Shown, site: Signature): SocialCard {
  const { name, tagline, accentLight, logo } = site;
  const accent = accentIn('light', accentLight);
  return { slug, title, category: client ?? category?.name ?? null, siteName: name, tagline, accent, logo };
}

/** The content of the image of every page that is no post. */
export function siteCardOf(site: Signature): SocialCard {
  return socialCardOf({ slug: 'site', title: site.tagline, category: null }, site);
}

/** The address of that image: a file of `public/` until the owner has changed what it shows. Runs on the server only. */
export function siteCardAddress(site: Signature): string {
  const designed = signatureOf(defaultWords);
  if (JSON.stringify(site) === JSON.stringify(designed)) return '/social-card.png';
  return href('/social-card/:image', { image: `${keyOf(siteCardOf(site))}.png` });
}

/** The address of the image of a post. It changes with the image. Runs on the server only. */
export function socialCardAddress(post: Shown, site: Signature): string {
  return href('/social/:image', { image: `${post.slug}-${keyOf(socialCardOf(post, site))}.png` });
}

/** The image chosen for links or the featured one, where others can show it, else the card drawn for the post. */
export function imageToShare(post: PublicPost, site: Signature): SocialImage {
  const chosen = post.socialImage && socialImageOf(post.socialImage, post.title);
  const own = chosen ?? (post.image && socialImageOf(post.image, post.title));
  const shown = { ...post, client: post.facts?.client ?? null };
  return own ?? cardImage(socialCardAddress(shown, site), post.title);
}

function keyOf(card: SocialCard): string {
  const shown = JSON.stringify([cardDesign, card]);
  return createHash('sha256').update(shown).digest('hex').slice(0, 12);
}
