import { data, href } from 'react-router';

import type { Route } from './+types/shared-post';
import { forOnePerson } from '#app/http/cache-control.ts';
import { domainContext } from '#app/http/request-context.ts';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { findSharedPost, type SharedPost } from '#domain/posts/share-links.ts';
import { PostArticle } from './post-article.tsx';
import { bodyOf } from './post-body.ts';
import { PostNotFound } from './post-not-found.tsx';
import { publicMeta } from '../frame/public-page.ts';

/** A post for visitors who have its share link, also while it is not public. */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const post = await withUnavailableFallback(context, (domain) => findSharedPost(domain, token));
  if (!post) return data(null, { status: 404 });
  return data({ post, body: bodyOf(context.get(domainContext), post) });
}

/** The page is not cached or indexed, and its address is not sent to pages that it links to. */
export function headers() {
  return { ...forOnePerson, 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'no-referrer' };
}

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  const title = loaderData?.post.title ?? 'Post Not Found';
  return publicMeta(matches, {
    path: href('/preview/:token', { token: params.token }),
    title,
    description: title,
    hidden: true,
  });
}

const notes: Record<SharedPost['shows'], string> = {
  published: 'Preview. This text is published as you see it.',
  'pending changes': 'Preview with changes that are not published yet.',
  unpublished: 'Preview of a post that is not published yet.',
};

export default function SharedPostPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <PostNotFound message="This link has expired or was ended." />;
  const { post, body } = loaderData;
  return <PostArticle post={post} body={body} isCounted={false} note={notes[post.shows]} />;
}
