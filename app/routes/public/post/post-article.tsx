import type { ComponentType, ReactNode } from 'react';
import { href } from 'react-router';

import type { PostFacts, PublicPost } from '#domain/posts/post.ts';
import type { PostSection } from '#domain/html/layout.ts';
import { kinds, type PostKind } from '#domain/core/kinds.ts';
import { coverSizes } from '../blog/cover-sizes.ts';
import { PostCover } from '../blog/post-cover.tsx';
import type { PageBody } from './post-body.ts';
import { CaseStudyProof, CaseStudySide } from '../work/case-study-facts.tsx';
import { Line } from '../frame/line.tsx';
import { OwnWords } from '../frame/own-words.tsx';

/** The own fields of a kind on its page: above and beside its text. */
const ownParts: Record<PostKind, OwnParts | null> = {
  post: null,
  page: null,
  case_study: { Above: CaseStudyProof, Beside: CaseStudySide },
};

type OwnParts = {
  Above: ComponentType<PostFacts>;
  Beside: ComponentType<{ facts: PostFacts; author: ReactNode }>;
};

/** Characters; beyond, a title set large would fill the screen alone. */
const longTitle = 80;

/**
 * A post as its readers see it, without what belongs to the blog where its kind does not.
 * @param isCounted whether seeing it is a view
 * @param note what its reader should know about this text, such as that it is not published
 */
export function PostArticle({
  post,
  body: { html, sections, showsContents, language },
  isCounted,
  note,
}: {
  post: PublicPost;
  body: PageBody;
  isCounted: boolean;
  note?: string;
}) {
  const { isInBlog, viewsOf } = kinds[post.kind];
  const { facts } = post;
  const own = ownParts[post.kind];
  return (
    <article
      className="page-width post"
      // Also of a case study, so that a message names it as what was read last.
      data-post={isCounted && (isInBlog || facts !== null) ? post.id : undefined}
      data-page={isCounted && viewsOf === 'path' ? '' : undefined}
    >
      <PostHead post={post} language={language} note={note} />
      {facts && own && <own.Above {...facts} />}
      <div className="post-body">
        {facts && own && (
          <own.Beside facts={facts} author={post.authorSlug !== null && <Byline post={post} />} />
        )}
        {showsContents && sections.length > 0 && <Contents sections={sections} />}
        {html === '' ? (
          <p className="prose">No content available...</p>
        ) : (
          // Clean: the layout is one that the site has signed, or was made of the body cleaned again.
          <div className="prose" dir="auto" lang={language} dangerouslySetInnerHTML={{ __html: html }} />
        )}
        {isInBlog && (
          <footer className="post-end">
            <p className="note">Published {post.date}</p>
          </footer>
        )}
      </div>
    </article>
  );
}

function PostHead({
  post,
  language,
  note,
}: {
  post: PublicPost;
  language: string | undefined;
  note: string | undefined;
}) {
  const { isInBlog, list, folder } = kinds[post.kind];
  const { facts } = post;
  return (
    <header className="post-head">
      {list && (
        <a className="back" href={folder}>
          <span aria-hidden="true">← </span>
          {`Back to ${list.name}`}
        </a>
      )}
      <div className="post-title">
        {note !== undefined && <p className="note">{note}</p>}
        <OwnWords className="note">{facts?.client}</OwnWords>
        {post.category && (
          <a className="badge" href={href('/blog/category/:slug', { slug: post.category.slug })} dir="auto">
            {post.category.name}
          </a>
        )}
        <h1 dir="auto" lang={language} className={post.title.length > longTitle ? 'long' : undefined}>
          {post.title}
        </h1>
        <OwnWords className="lead" lang={language}>
          {post.excerpt}
        </OwnWords>
        {isInBlog && (
          <p className="note">
            <Line>
              {post.author !== '' && <Byline post={post} />}
              <time dateTime={post.day}>{post.date}</time>
              <span>{post.readMinutes} min read</span>
            </Line>
          </p>
        )}
        {isInBlog && post.tags.length > 0 && <Tags tags={post.tags} />}
      </div>
      {(isInBlog || facts !== null || post.image !== null) && (
        <figure className="post-image">
          <PostCover slug={post.slug} image={post.image} sizes={coverSizes.post} isEager />
          {post.image?.caption && (
            <figcaption className="note" dir="auto">
              {post.image.caption}
            </figcaption>
          )}
        </figure>
      )}
    </header>
  );
}

function Tags({ tags }: Pick<PublicPost, 'tags'>) {
  return (
    <ul className="post-tags" aria-label="Tags">
      {tags.map(({ name, slug }) => (
        <li key={slug}>
          <a className="badge" href={href('/blog/tag/:slug', { slug })} dir="auto">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Byline({ post: { author, authorSlug } }: { post: PublicPost }) {
  if (authorSlug === null) return <span dir="auto">{author}</span>;
  return (
    <a href={href('/authors/:slug', { slug: authorSlug })} rel="author" dir="auto">
      {author}
    </a>
  );
}

function Contents({ sections }: { sections: PostSection[] }) {
  const isShort = sections.length + sections.flatMap(({ parts }) => parts).length <= maxInContents;
  return (
    <nav className="contents" aria-label="Contents">
      {/* Opened by the script where it stands beside the text. */}
      <details>
        <summary>Contents</summary>
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
      </details>
    </nav>
  );
}

const maxInContents = 20;

function SectionLink({ section: { id, heading } }: { section: Omit<PostSection, 'parts'> }) {
  return (
    <a href={`#${id}`} dir="auto">
      {heading}
    </a>
  );
}
