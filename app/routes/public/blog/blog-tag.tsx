import { data, redirect, href } from 'react-router';

import type { Route } from './+types/blog-tag';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { breadcrumbs } from '#app/http/page-meta.ts';
import { domainContext } from '#app/http/request-context.ts';
import { siteContent } from '#app/site-content.ts';
import { findTag } from '#domain/posts/find-tag.ts';
import { listPublishedPosts } from '#domain/posts/list-published-posts.ts';
import { findMovedTerm } from '#domain/taxonomy/find-moved-term.ts';
import { fillText } from '../filled-text.tsx';
import { pageAddress, pageNumber } from './page-number.ts';
import { PostList } from './post-list.tsx';
import { PostsUnavailable } from './posts-unavailable.tsx';
import { publicMeta, siteOf } from '../frame/public-page.ts';
import { SearchForm } from './search-form.tsx';

export async function loader({ request, params: { slug }, context }: Route.LoaderArgs) {
  const page = pageNumber(request.url);
  const ctx = context.get(domainContext);
  const [posts, tag] = await withUnavailableFallback(
    Promise.all([listPublishedPosts(ctx, { page, tagSlug: slug }), findTag(ctx, slug)]),
    context,
  );
  if (posts === null || tag === null) {
    const moved = await withUnavailableFallback(findMovedTerm(ctx, 'tag', slug), context);
    if (moved !== null) throw redirect(href('/blog/tag/:slug', { slug: moved }), 301);
    throw data(null, { status: 404 });
  }
  return { posts, tag };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { posts, tag } = loaderData;
  const list = href('/blog/tag/:slug', { slug: tag.slug });
  return publicMeta(matches, {
    path: pageAddress(list, posts.page),
    title: posts.page === 1 ? tag.name : `${tag.name}, page ${posts.page}`,
    description: fillText(siteContent.blog.tagDescription, { tag: tag.name }),
    previous: posts.page > 1 ? pageAddress(list, posts.page - 1) : null,
    next: posts.page < posts.pages ? pageAddress(list, posts.page + 1) : null,
    facts: [
      breadcrumbs(siteOf(matches), [
        { name: 'Blog', path: href('/blog') },
        { name: tag.name, path: list },
      ]),
    ],
  });
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
      <PostList list={href('/blog/tag/:slug', { slug: tag.slug })} posts={posts} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PostsUnavailable error={error} />;
}
