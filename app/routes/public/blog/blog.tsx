import { data, href } from 'react-router';

import type { Route } from './+types/blog';
import { domainContext, reportErrorContext } from '#app/http/request-context.ts';
import type { Page, PublicPostCard, TermName } from '#domain/posts/post.ts';
import { listCategoriesInUse } from '#domain/posts/list-categories-in-use.ts';
import { listPublishedPosts } from '#domain/posts/list-published-posts.ts';
import { NewsletterBox } from '../newsletter/newsletter-box.tsx';
import { NoPosts } from './no-posts.tsx';
import { metaOfList, pageNumber } from './page-number.ts';
import { CategoryFilter, PostList } from './post-list.tsx';
import { publicMeta } from '../frame/public-page.ts';
import { useWords, wordsOf } from '../frame/site-words.ts';
import { SearchForm } from './search-form.tsx';

const nothing: { posts: Page<PublicPostCard>; categories: TermName[]; isFailed: boolean } = {
  posts: { items: [], page: 1, pages: 1, total: 0 },
  categories: [],
  isFailed: true,
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageNumber(request.url);
  const ctx = context.get(domainContext);
  try {
    const [posts, categories] = await Promise.all([
      listPublishedPosts(ctx, { page }),
      listCategoriesInUse(ctx),
    ]);
    if (posts !== null) return data({ posts, categories, isFailed: false });
  } catch (error) {
    context.get(reportErrorContext)(error);
    return data(nothing, { status: 503 });
  }
  throw data(null, { status: 404 });
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { posts, isFailed } = loaderData ?? nothing;
  const { heading, description } = wordsOf(matches, 'blog');
  return publicMeta(matches, {
    ...metaOfList(href('/blog'), heading, posts),
    description,
    hidden: isFailed,
  });
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  return <BlogPage {...loaderData} />;
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
