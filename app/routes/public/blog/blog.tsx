import { data, href } from 'react-router';

import type { Route } from './+types/blog';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import type { Page, PublicPostCard, TermName } from '#domain/posts/post.ts';
import { listCategoriesInUse } from '#domain/posts/list-categories-in-use.ts';
import { listPublishedPosts } from '#domain/posts/list-published-posts.ts';
import { NewsletterBox } from '../newsletter/newsletter-box.tsx';
import { CategoryFilter } from './filter.tsx';
import { NoPosts } from './no-posts.tsx';
import { metaOfList, pageNumber } from './page-number.ts';
import { PostList } from './post-list.tsx';
import { PostsUnavailable } from './posts-unavailable.tsx';
import { publicMeta } from '../frame/public-page.ts';
import { useWords, wordsOf } from '../frame/site-words.ts';
import { SearchForm } from './search-form.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageNumber(request.url);
  const [posts, categories] = await withUnavailableFallback(context, (ctx) =>
    Promise.all([listPublishedPosts(ctx, { page }), listCategoriesInUse(ctx)]),
  );
  if (posts === null) throw data(null, { status: 404 });
  return { posts, categories };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { heading, description } = wordsOf(matches, 'blog');
  return publicMeta(matches, { ...metaOfList(href('/blog'), heading, loaderData.posts), description });
}

export default function Blog({ loaderData: { posts, categories } }: Route.ComponentProps) {
  return <BlogPage posts={posts} categories={categories} />;
}

export function BlogPage({ posts, categories }: { posts: Page<PublicPostCard>; categories: TermName[] }) {
  return (
    <>
      <header className="page-width page-header">
        <h1>{useWords('blog').heading}</h1>
        <CategoryFilter categories={categories} current={null} />
        <SearchForm />
      </header>
      {posts.items.length === 0 ? <NoPosts /> : <PostList list={href('/blog')} posts={posts} />}
      <NewsletterBox />
    </>
  );
}

export const ErrorBoundary = PostsUnavailable;
