import { data } from 'react-router';

import type { Route } from './+types/blog-tag';
import { breadcrumbs } from '#app/http/page-meta.ts';
import { domainContext } from '#app/http/request-context.ts';
import { listPublishedPosts } from '#domain/posts/read-public.ts';
import { pageAddress, pageNumber } from './page-number.ts';
import { PostList } from './post-list.tsx';
import { publicMeta, siteOf } from './public-page.ts';

export async function loader({ request, params: { slug }, context }: Route.LoaderArgs) {
  const page = pageNumber(request.url);
  if (page === null) throw data(null, { status: 404 });
  const posts = await listPublishedPosts(context.get(domainContext), { page, tagSlug: slug });
  if (posts === null) throw data(null, { status: 404 });
  return { posts, slug };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { posts, slug } = loaderData;
  const list = `/blog/tag/${slug}`;
  return publicMeta(matches, {
    path: pageAddress(list, posts.page),
    title: posts.page === 1 ? `#${slug}` : `#${slug}, page ${posts.page}`,
    description: `Posts with the tag ${slug}.`,
    previous: posts.page > 1 ? pageAddress(list, posts.page - 1) : null,
    next: posts.page < posts.pages ? pageAddress(list, posts.page + 1) : null,
    facts: [
      breadcrumbs(siteOf(matches), [
        { name: 'Blog', path: '/blog' },
        { name: `#${slug}`, path: list },
      ]),
    ],
  });
}

export default function BlogTag({ loaderData: { posts, slug } }: Route.ComponentProps) {
  return (
    <>
      <header className="sheet page-head">
        <h1 dir="auto">#{slug}</h1>
        <nav className="filter" aria-label="Blog">
          <a href="/blog">All posts</a>
        </nav>
      </header>
      <PostList list={`/blog/tag/${slug}`} posts={posts} />
    </>
  );
}
