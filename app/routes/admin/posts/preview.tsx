import { useState } from 'react';
import { Link, href } from 'react-router';

import type { Route } from './+types/preview';
import { requireActor } from '#domain/core/context.ts';
import { can } from '#domain/core/permissions.ts';
import { kinds } from '#domain/core/kinds.ts';
import { getPostPreview, type PostPreview as PreviewedPost } from '#domain/posts/get-post-preview.ts';
import { createShareLink, endShareLink, listShareLinks, shownByLinks } from '#domain/posts/share-links.ts';
import { siteContext } from '#app/http/request-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Image } from '#app/ui/image.tsx';
import { formAction, type FormRequest, onSubject } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { backToPosts, Screen } from '../frame/screen.tsx';
import { firstFrameWidth, useFrameWidth, VisitorFrame } from '../frame/visitor-frame.tsx';
import { PostBadges } from './list/post-badges.tsx';
import { SharePanel, type NewShareLink } from './share-panel.tsx';

const errorMessage = 'Failed to load post preview.';
const shareFailure = 'The link could not be changed. Please try again.';
const failures = { 'create-link': shareFailure, 'end-link': shareFailure };

export const loader = screenLoader(async (domain, { params }: { params: { id: string } }) => {
  const mayShare = can(requireActor(domain), 'edit-content');
  const [post, links] = await Promise.all([
    getPostPreview(domain, params.id),
    mayShare ? listShareLinks(domain, params.id) : null,
  ]);
  return { postKind: post.kind, post, links, shows: shownByLinks(post), timeZone: domain.timeZone };
});

export const action = formAction(failures, {
  'create-link': async (ctx, _, { params, context }: FormRequest<{ id: string }>) => {
    const { token } = await createShareLink(ctx, params.id);
    const address = `${context.get(siteContext).origin}/preview/${token}`;
    return { done: null, send: { address } satisfies NewShareLink };
  },
  'end-link': onSubject((ctx, id, { link = '' }) => endShareLink(ctx, id, link), null),
});

export const clientAction = formClientAction(failures);

export const handle = new Screen('Post Not Found', errorMessage, {
  back: backToPosts,
  isInline: true,
  title: ({ post }: Route.ComponentProps['loaderData']) => `Preview: ${post.title}`,
});

export default function PostPreview({ loaderData: { post, links, shows, timeZone } }: Route.ComponentProps) {
  const [isAsVisitor, setIsAsVisitor] = useState(false);
  const { noun, name } = kinds[post.kind];
  return (
    <div className="grid gap-6">
      <div className="sticky top-12 z-10 -mx-4 -mt-5 flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-sunken px-4 py-2 sm:-mx-6 sm:px-6">
        <p className="font-semibold">Preview Mode</p>
        <PostBadges published={post.published} scheduled={post.scheduled} />
        {post.hasPendingChanges && <p className="text-ink-soft">With the changes that are not live yet</p>}
        <div className="ml-auto flex flex-wrap gap-2">
          <Button
            aria-pressed={isAsVisitor}
            onClick={() => setIsAsVisitor(!isAsVisitor)}
            className="aria-pressed:border-signal aria-pressed:bg-signal/8"
          >
            View as visitor
          </Button>
          {links !== null && <SharePanel {...{ links, timeZone, noun, shows }} />}
          <Link to={href('/admin/posts/edit/:id', { id: post.id })} className={buttonClass('secondary')}>
            Edit {name}
          </Link>
        </div>
      </div>

      {isAsVisitor ? <AsVisitor post={post} /> : <PlainPreview post={post} />}
    </div>
  );
}

function AsVisitor({ post }: { post: PreviewedPost }) {
  const [width, widthButtons] = useFrameWidth(firstFrameWidth());
  return (
    <>
      <h1 className="sr-only">{post.title}</h1>
      <div className="flex h-[calc(100dvh-9rem)] flex-col overflow-hidden rounded-lg border border-line">
        <div className="flex justify-end gap-1 border-b border-line px-3 py-1.5">{widthButtons}</div>
        <VisitorFrame
          title={`The ${kinds[post.kind].noun} as visitors see it`}
          address={href('/admin/posts/preview/:id/visitor', { id: post.id })}
          savedState=""
          width={width}
        />
      </div>
    </>
  );
}

function PlainPreview({ post }: { post: PreviewedPost }) {
  return (
    <article className="mx-auto grid w-full max-w-2xl grid-cols-[minmax(0,1fr)] gap-5 wrap-anywhere">
      {post.featuredImage !== null && (
        <Image
          src={post.featuredImage}
          className="aspect-video w-full rounded-lg border border-line object-cover"
        />
      )}
      <header className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h1 dir="auto" className="text-3xl font-semibold tracking-tight text-balance">
          {post.title}
        </h1>
        {post.excerpt !== null && (
          <p dir="auto" className="text-base text-ink-soft text-pretty">
            {post.excerpt}
          </p>
        )}
        {kinds[post.kind].isInBlog && (
          <p className="text-ink-soft">
            {[post.author, post.date, post.category ?? 'Uncategorized'].filter(Boolean).join(' · ')}
          </p>
        )}
        {post.tags.length > 0 && (
          <ul aria-label="Tags" className="flex flex-wrap gap-1">
            {post.tags.map((tag) => (
              <li key={tag.slug} className="max-w-full">
                <Badge>
                  <bdi className="truncate">{tag.name}</bdi>
                </Badge>
              </li>
            ))}
          </ul>
        )}
      </header>
      <div dir="auto" className="border-t border-line pt-5 text-base leading-relaxed whitespace-pre-wrap">
        {post.text === '' ? <p className="text-ink-soft">No content yet...</p> : post.text}
      </div>
      <p className="border-t border-line pt-4 text-ink-soft">Last updated: {post.lastUpdated}</p>
    </article>
  );
}
