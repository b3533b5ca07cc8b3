import { data, redirect, href } from 'react-router';

import type { Route } from './+types/blog-category';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { breadcrumbs } from '#app/http/page-meta.ts';
import { domainContext } from '#app/http/request-context.ts';
import { siteContent } from '#app/site-content.ts';
import { listCategoriesInUse } from '#domain/posts/list-categories-in-use.ts';
import { listPublishedPosts } from '#domain/posts/list-published-posts.ts';
import { findMovedTerm } from '#domain/taxonomy/find-moved-term.ts';
import { fillText } from '../filled-text.tsx';
import { pageAddress, pageNumber } from './page-number.ts';
import { CategoryFilter, PostList } from './post-list.tsx';
import { PostsUnavailable } from './posts-unavailable.tsx';
import { publicMeta, siteOf } from '../frame/public-page.ts';
import { SearchForm } from './search-form.tsx';

export async function loader({ request, params: { slug }, context }: Route.LoaderArgs) {
  const page = pageNumber(request.url);
  const ctx = context.get(domainContext);
  const [posts, categories] = await withUnavailableFallback(
    Promise.all([listPublishedPosts(ctx, { page, categorySlug: slug }), listCategoriesInUse(ctx)]),
    context,
  );
  const category = categories.find((each) => each.slug === slug);
  if (posts === null || category === undefined) {
    const moved = await withUnavailableFallback(findMovedTerm(ctx, 'category', slug), context);
    if (moved !== null) throw redirect(href('/blog/category/:slug', { slug: moved }), 301);
    throw data(null, { status: 404 });
  }
  return { posts, categories, category };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { posts, category } = loaderData;
  const list = href('/blog/category/:slug', { slug: category.slug });
  return publicMeta(matches, {
    path: pageAddress(list, posts.page),
    title: posts.page === 1 ? category.name : `${category.name}, page ${posts.page}`,
    description: fillText(siteContent.blog.categoryDescription, { category: category.name }),
    previous: posts.page > 1 ? pageAddress(list, posts.page - 1) : null,
    next: posts.page < posts.pages ? pageAddress(list, posts.page + 1) : null,
    facts: [
      breadcrumbs(siteOf(matches), [
        { name: 'Blog', path: href('/blog') },
        { name: category.name, path: list },
      ]),
    ],
  });
}

export default function BlogCategory({ loaderData: { posts, categories, category } }: Route.ComponentProps) {
  return (
    <>
      <header className="page-width page-header">
        <h1 dir="auto">{category.name}</h1>
        <CategoryFilter categories={categories} current={category.slug} />
        <SearchForm />
      </header>
      <PostList list={href('/blog/category/:slug', { slug: category.slug })} posts={posts} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PostsUnavailable error={error} />;
}
