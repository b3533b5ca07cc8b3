import { data } from 'react-router';

import type { Route } from './+types/blog';
import { domainContext, faultContext } from '#app/http/request-context.ts';
import { siteContent } from '#app/site-content.ts';
import type { Page, PublicPostCard, TermName } from '#domain/posts/post.ts';
import { listCategoriesInUse, listPublishedPosts } from '#domain/posts/read-public.ts';
import { pageAddress, pageNumber } from './page-number.ts';
import { CategoryFilter, PostList } from './post-list.tsx';
import { breadcrumbs } from '#app/http/page-meta.ts';
import { publicMeta, siteOf } from './public-page.ts';
import { SearchForm } from './search-form.tsx';

const nothing: { posts: Page<PublicPostCard>; categories: TermName[] } = {
  posts: { items: [], page: 1, pages: 1, total: 0 },
  categories: [],
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageNumber(request.url);
  const ctx = context.get(domainContext);
  try {
    const [posts, categories] = await Promise.all([
      listPublishedPosts(ctx, { page }),
      listCategoriesInUse(ctx),
    ]);
    if (posts !== null) return data({ posts, categories });
  } catch (error) {
    context.get(faultContext)(error);
    return data(nothing, { status: 503 });
  }
  throw data(null, { status: 404 });
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { page, pages } = (loaderData ?? nothing).posts;
  const { heading, description } = siteContent.blog;
  return publicMeta(matches, {
    path: pageAddress('/blog', page),
    title: page === 1 ? heading : `${heading}, page ${page}`,
    description,
    previous: page > 1 ? pageAddress('/blog', page - 1) : null,
    next: page < pages ? pageAddress('/blog', page + 1) : null,
    facts: [breadcrumbs(siteOf(matches), [{ name: 'Blog', path: '/blog' }])],
  });
}

export default function Blog({ loaderData: { posts, categories } }: Route.ComponentProps) {
  return (
    <>
      <header className="sheet page-head">
        <h1>{siteContent.blog.heading}</h1>
        <CategoryFilter categories={categories} current={null} />
        <SearchForm />
      </header>
      {posts.items.length === 0 ? <NoPosts /> : <PostList list="/blog" posts={posts} />}
    </>
  );
}

function NoPosts() {
  return (
    <section className="sheet empty">
      <svg viewBox="0 0 320 200" aria-hidden="true">
        <path className="fine" d="M0 100H320M160 0V200M20 20h280v160H20Z" />
        <path className="dots" d="M60 50H260M60 80H230M60 110H250M60 140H180" />
        <path className="signal" d="m196 148 44-44 12 12-44 44-16 4Z" />
      </svg>
      <h2>No Posts Yet</h2>
      <p>The sheet is on the board and the pencil is sharp.</p>
      <a className="button" href="/">
        Return to Home
      </a>
    </section>
  );
}
