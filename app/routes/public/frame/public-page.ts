import type { MetaDescriptor } from 'react-router';

import { fieldOf } from '#app/http/field-of.ts';
import { pageMeta, type PageDescription, type Site } from '#app/http/page-meta.ts';
import type { PublicPost } from '#domain/posts/post.ts';
import { publicLayoutId } from './layout-id.ts';
import { wordsOf } from './site-words.ts';

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** A page exports it as its `handle` when nothing on it can be pressed. */
export const isPreview = { isPreview: true } as const;

/** Name, origin and social image of the site, from the loader of the public layout. */
export function siteOf(matches: Matches): Site {
  const layout = matches.find((match) => match?.id === publicLayoutId)?.loaderData;
  const text = (name: string) => {
    const value = fieldOf(layout, name);
    return typeof value === 'string' ? value : null;
  };
  return {
    origin: text('origin') ?? '',
    name: wordsOf(matches, 'general').name,
    socialImage: text('socialImage') ?? '/social-card.png',
  };
}

/** The metadata of a text of any kind. */
export function metaOfPost(post: PublicPost) {
  const { title, socialTitle, canonicalUrl, noindex } = post;
  return { title, socialTitle, description: post.description, canonical: canonicalUrl, hidden: noindex };
}

export function publicMeta(matches: Matches, page: PageDescription): MetaDescriptor[] {
  return pageMeta(siteOf(matches), page);
}
