import { data, redirect } from 'react-router';

import type { Route } from './+types/blog-post';
import { absolute, breadcrumbs } from '#app/http/page-meta.ts';
import { domainContext, faultContext } from '#app/http/request-context.ts';
import type { PublicPostInPlace } from '#domain/posts/post.ts';
import { findPostAddress } from '#domain/posts/read-public.ts';
import { layOutBody, type LaidOutBody, type PostSection } from './post-body.ts';
import { PostCover } from './post-cover.tsx';
import { PostOnward } from './post-onward.tsx';
import { publicMeta, siteOf } from './public-page.ts';
import { onReadingSheet } from './sheet.ts';

export async function loader({ params: { slug }, context }: Route.LoaderArgs) {
  const address = await findPostAddress(context.get(domainContext), slug).catch((error: unknown) => {
    context.get(faultContext)(error);
    return { kind: 'failed' } as const;
  });
  switch (address.kind) {
    case 'post':
      return data({ post: address.post, body: layOutBody(address.post.content), sentence: null });
    case 'moved':
      throw redirect(`/blog/${address.slug}`, 301);
    case 'gone':
      return data(
        { post: null, body: null, sentence: 'The requested post could not be found.' },
        { status: 410 },
      );
    case 'unknown':
      return data(
        { post: null, body: null, sentence: 'The requested post could not be found.' },
        { status: 404 },
      );
    case 'failed':
      return data({ post: null, body: null, sentence: 'Failed to load post.' }, { status: 503 });
  }
}

export const handle = onReadingSheet;

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  const site = siteOf(matches);
  const path = `/blog/${params.slug}`;
  const post = loaderData?.post;
  if (!post) {
    const title = 'Post Not Found';
    return publicMeta(matches, { path, title, description: loaderData?.sentence ?? title, hidden: true });
  }
  const description = post.excerpt ?? `${post.title}, by ${post.author}.`;
  const [published, modified] = [post.publishedAt.toISOString(), post.updatedAt.toISOString()];
  const tags = post.tags.map(({ name }) => name);
  return publicMeta(matches, {
    path,
    title: post.title,
    description,
    image: post.featuredImage,
    article: {
      published,
      modified,
      author: post.author,
      ...(post.category ? { section: post.category.name } : {}),
      tags,
    },
    facts: [
      {
        '@type': 'BlogPosting',
        headline: post.title,
        description,
        image: absolute(site, post.featuredImage ?? '/social-card.png'),
        datePublished: post.day,
        dateModified: modified,
        author: { '@type': 'Person', name: post.author },
        publisher: { '@type': 'Organization', name: site.name, url: `${site.origin}/` },
        mainEntityOfPage: site.origin + path,
        ...(tags.length > 0 ? { keywords: tags } : {}),
      },
      breadcrumbs(site, [
        { name: 'Blog', path: '/blog' },
        ...(post.category
          ? [{ name: post.category.name, path: `/blog/category/${post.category.slug}` }]
          : []),
        { name: post.title, path },
      ]),
    ],
  });
}

export default function BlogPost({ loaderData: { post, body, sentence } }: Route.ComponentProps) {
  return post ? <Post post={post} body={body} /> : <PostNotFound sentence={sentence} />;
}

function Post({ post, body: { html, sections } }: { post: PublicPostInPlace; body: LaidOutBody }) {
  return (
    <>
      <article className="sheet post" data-post={post.id}>
        <header className="post-head">
          <a className="back" href="/blog">
            <span aria-hidden="true">← </span>Back to Blog
          </a>
          <PostCover slug={post.slug} image={post.featuredImage} eager />
          <div className="post-title">
            {post.category && (
              <a className="badge" href={`/blog/category/${post.category.slug}`} dir="auto">
                {post.category.name}
              </a>
            )}
            <h1 dir="auto">{post.title}</h1>
            {post.excerpt !== null && (
              <p className="lead" dir="auto">
                {post.excerpt}
              </p>
            )}
            <p className="note">
              <span dir="auto">{post.author}</span>
              <time dateTime={post.day}>{post.date}</time>
              <span>{post.readMinutes} min read</span>
            </p>
          </div>
        </header>
        <div className="post-body">
          {sections.length > 2 && <Contents sections={sections} />}
          {html === '' ? (
            <p className="prose">No content available...</p>
          ) : (
            // Cleaned by the domain when it was written and again when it was read.
            <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
          )}
          <footer className="post-end">
            {post.tags.length > 0 && (
              <ul aria-label="Tags">
                {post.tags.map(({ name, slug }) => (
                  <li key={slug}>
                    <a className="badge" href={`/blog/tag/${slug}`} dir="auto">
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            )}
            <p className="note">Published {post.date}</p>
          </footer>
        </div>
      </article>
      <PostOnward post={post} />
    </>
  );
}

/** The sections of a long post, and their parts while they are few enough to be an overview. */
function Contents({ sections }: { sections: PostSection[] }) {
  const isShort = sections.length + sections.flatMap(({ parts }) => parts).length <= mostInContents;
  return (
    <nav className="contents" aria-label="Contents">
      <ol>
        {sections.map((section) => (
          <li key={section.id}>
            <SectionLink section={section} />
            {isShort && section.parts.length > 0 && (
              <ol>
                {section.parts.map((part) => (
                  <li key={part.id}>
                    <SectionLink section={part} />
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

const mostInContents = 20;

function SectionLink({ section: { id, heading } }: { section: PostSection }) {
  return (
    <a href={`#${id}`} dir="auto">
      {heading}
    </a>
  );
}

function PostNotFound({ sentence }: { sentence: string | null }) {
  return (
    <section className="sheet lost">
      <div>
        <h1>Post Not Found</h1>
        <p className="lead">{sentence}</p>
        <a className="button" href="/blog">
          Return to Blog
        </a>
      </div>
    </section>
  );
}
