import { href } from 'react-router';

import type { Route } from './+types/blog-term';
import { breadcrumbs } from '#app/http/page-meta.ts';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { findTag } from '#domain/posts/find-tag.ts';
import { listCategoriesInUse } from '#domain/posts/list-categories-in-use.ts';
import { listPublishedPosts } from '#domain/posts/list-published-posts.ts';
import { termFolders } from '#domain/core/public-addresses.ts';
import { publicMeta, siteOf } from '../frame/public-page.ts';
import { CategoryFilter } from './filter.tsx';
import { metaOfList, pageNumber } from './page-number.ts';
import { PostList } from './post-list.tsx';
import { PostsUnavailable } from './posts-unavailable.tsx';
import { SearchForm } from './search-form.tsx';
import { termNotFound } from './term-not-found.ts';

/** The posts of a category or a tag. */
export async function loader({ request, url, params: { slug }, context }: Route.LoaderArgs) {
  const page = pageNumber(request.url);
  const isTag = url.pathname.startsWith(`${termFolders.tag}/`);
  const [posts, categories, tag] = await withUnavailableFallback(context, (ctx) =>
    Promise.all([
      listPublishedPosts(ctx, { page, term: { kind: isTag ? 'tag' : 'category', slug } }),
      isTag ? null : listCategoriesInUse(ctx),
      isTag ? findTag(ctx, slug) : null,
    ]),
  );
  const term = tag ?? categories?.find((each) => each.slug === slug);
  if (posts === null || !term) throw await termNotFound(isTag ? 'tag' : 'category', slug, context);
  const list = isTag ? href('/blog/tag/:slug', { slug }) : href('/blog/category/:slug', { slug });
  return { posts, categories, term, list };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { posts, categories, term, list } = loaderData;
  return publicMeta(matches, {
    ...metaOfList(list, term.name, posts),
    description: categories ? `Posts in the category ${term.name}.` : `Posts tagged ${term.name}.`,
    facts: [
      breadcrumbs(siteOf(matches), [
        { name: 'Blog', path: href('/blog') },
        { name: term.name, path: list },
      ]),
    ],
  });
}

export default function BlogTerm({ loaderData: { posts, categories, term, list } }: Route.ComponentProps) {
  return (
    <>
      <header className="page-width page-header">
        <h1 dir="auto">{term.name}</h1>
        {categories ? (
          <CategoryFilter categories={categories} current={term.slug} />
        ) : (
          <nav className="filter" aria-label="Blog">
            <a href={href('/blog')}>All posts</a>
          </nav>
        )}
        <SearchForm />
      </header>
      <PostList list={list} posts={posts} />
    </>
  );
}

export const ErrorBoundary = PostsUnavailable;
