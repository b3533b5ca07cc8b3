import { href } from 'react-router';

import type { Route } from './+types/author';
import { absolute, breadcrumbs, firmFact } from '#app/http/page-meta.ts';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { findAuthor } from '#domain/posts/find-author.ts';
import { listPublishedPosts } from '#domain/posts/list-published-posts.ts';
import { OwnWords } from '../frame/own-words.tsx';
import { publicMeta, siteOf } from '../frame/public-page.ts';
import { Portrait } from '../portrait.tsx';
import { metaOfList, pageNumber } from './page-number.ts';
import { PostList } from './post-list.tsx';
import { PostsUnavailable } from './posts-unavailable.tsx';
import { termNotFound } from './term-not-found.ts';

/** An author without a public post has no page. */
export async function loader({ request, params: { slug }, context }: Route.LoaderArgs) {
  const page = pageNumber(request.url);
  const [posts, author] = await withUnavailableFallback(context, (ctx) =>
    Promise.all([listPublishedPosts(ctx, { page, term: { kind: 'author', slug } }), findAuthor(ctx, slug)]),
  );
  if (posts === null || author === null) throw await termNotFound('author', slug, context);
  return { posts, author };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { author, posts } = loaderData;
  const site = siteOf(matches);
  const path = href('/authors/:slug', { slug: author.slug });
  const description = author.bio ?? [author.name, author.role, site.name].filter(Boolean).join(', ');
  return publicMeta(matches, {
    ...metaOfList(path, author.name, posts),
    description,
    facts: [
      {
        '@type': 'Person',
        name: author.name,
        url: site.origin + path,
        worksFor: firmFact(site),
        ...(author.role === null ? {} : { jobTitle: author.role }),
        ...(author.bio === null ? {} : { description: author.bio }),
        ...(author.portrait === null ? {} : { image: absolute(site, author.portrait) }),
        ...(author.links.length === 0 ? {} : { sameAs: author.links.map(({ address }) => address) }),
      },
      breadcrumbs(site, [
        { name: 'Blog', path: href('/blog') },
        { name: author.name, path },
      ]),
    ],
  });
}

export default function Author({ loaderData: { posts, author } }: Route.ComponentProps) {
  const { name, role, bio, links } = author;
  return (
    <>
      <header className="page-width author-head">
        <Portrait name={name} portrait={author.portrait ?? ''} />
        <div>
          <OwnWords className="note">{role}</OwnWords>
          <h1 dir="auto">{name}</h1>
          <OwnWords className="lead">{bio}</OwnWords>
          {links.length > 0 && (
            <ul aria-label="Links">
              {links.map(({ label, address }) => (
                <li key={address}>
                  <a href={address} rel="me noopener" dir="auto">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
      </header>
      <PostList list={href('/authors/:slug', { slug: author.slug })} posts={posts} />
    </>
  );
}

export const ErrorBoundary = PostsUnavailable;
