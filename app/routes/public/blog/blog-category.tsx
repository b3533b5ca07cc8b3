import type { Route } from './+types/blog-category';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { domainContext } from '#app/http/request-context.ts';
import { listCategoriesInUse } from '#domain/posts/list-categories-in-use.ts';
import { listPublishedPosts } from '#domain/posts/list-published-posts.ts';
import { pageNumber } from './page-number.ts';
import { CategoryFilter, PostList } from './post-list.tsx';
import { PostsUnavailable } from './posts-unavailable.tsx';
import { SearchForm } from './search-form.tsx';
import { termAddress, termMeta, termNotFound } from './term-page.ts';

export async function loader({ request, params: { slug }, context }: Route.LoaderArgs) {
  const page = pageNumber(request.url);
  const ctx = context.get(domainContext);
  const [posts, categories] = await withUnavailableFallback(
    Promise.all([listPublishedPosts(ctx, { page, categorySlug: slug }), listCategoriesInUse(ctx)]),
    context,
  );
  const category = categories.find((each) => each.slug === slug);
  if (posts === null || category === undefined) throw await termNotFound('category', slug, context);
  return { posts, categories, category };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return loaderData ? termMeta(matches, 'category', loaderData.category, loaderData.posts) : [];
}

export default function BlogCategory({ loaderData: { posts, categories, category } }: Route.ComponentProps) {
  return (
    <>
      <header className="page-width page-header">
        <h1 dir="auto">{category.name}</h1>
        <CategoryFilter categories={categories} current={category.slug} />
        <SearchForm />
      </header>
      <PostList list={termAddress('category', category.slug)} posts={posts} />
    </>
  );
}

export const ErrorBoundary = PostsUnavailable;
