import { href } from 'react-router';

import type { Route } from './+types/blog-tag';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { domainContext } from '#app/http/request-context.ts';
import { findTag } from '#domain/posts/find-tag.ts';
import { listPublishedPosts } from '#domain/posts/list-published-posts.ts';
import { pageNumber } from './page-number.ts';
import { PostList } from './post-list.tsx';
import { PostsUnavailable } from './posts-unavailable.tsx';
import { SearchForm } from './search-form.tsx';
import { termAddress, termMeta, termNotFound } from './term-page.ts';

export async function loader({ request, params: { slug }, context }: Route.LoaderArgs) {
  const page = pageNumber(request.url);
  const ctx = context.get(domainContext);
  const [posts, tag] = await withUnavailableFallback(
    Promise.all([listPublishedPosts(ctx, { page, tagSlug: slug }), findTag(ctx, slug)]),
    context,
  );
  if (posts === null || tag === null) throw await termNotFound('tag', slug, context);
  return { posts, tag };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return loaderData ? termMeta(matches, 'tag', loaderData.tag, loaderData.posts) : [];
}

export default function BlogTag({ loaderData: { posts, tag } }: Route.ComponentProps) {
  return (
    <>
      <header className="page-width page-header">
        <h1 dir="auto">{tag.name}</h1>
        <nav className="filter" aria-label="Blog">
          <a href={href('/blog')}>All posts</a>
        </nav>
        <SearchForm />
      </header>
      <PostList list={termAddress('tag', tag.slug)} posts={posts} />
    </>
  );
}

export const ErrorBoundary = PostsUnavailable;
