import { useState } from 'react';
import { Link, isRouteErrorResponse } from 'react-router';

import type { Route } from './+types/preview';
import { getPostPreview } from '#domain/posts/get-post-preview.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal, sentenceOf } from '#app/http/respond.ts';
import { Badge } from '#app/ui/badge.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { screenMeta } from '../screen-meta.ts';
import { PostBadges } from './post-badges.tsx';

const faultSentence = 'Failed to load post preview.';

export async function loader({ params, context }: Route.LoaderArgs) {
  try {
    return { post: await getPostPreview(context.get(domainContext), params.id) };
  } catch (error) {
    throw refusal(error, faultSentence, context);
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return screenMeta(loaderData ? `Preview: ${loaderData.post.title}` : 'Post Not Found');
}

export default function PostPreview({ loaderData: { post } }: Route.ComponentProps) {
  return (
    <div className="grid gap-6">
      <div className="sticky top-12 z-10 -mx-4 -mt-5 flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-sunken px-4 py-2 sm:-mx-6 sm:px-6">
        <p className="font-semibold">Preview Mode</p>
        <PostBadges published={post.published} scheduled={post.scheduled} />
        <Link to={`/admin/posts/edit/${post.id}`} className={buttonClass('secondary', 'ml-auto')}>
          Edit Post
        </Link>
      </div>

      <article className="mx-auto grid w-full max-w-2xl gap-5 wrap-anywhere">
        {post.featuredImage !== null && <FeaturedImage src={post.featuredImage} />}
        <header className="grid gap-3">
          <h1 dir="auto" className="text-3xl font-semibold tracking-tight text-balance">
            {post.title}
          </h1>
          {post.excerpt !== null && (
            <p dir="auto" className="text-base text-ink-soft text-pretty">
              {post.excerpt}
            </p>
          )}
          <p className="text-ink-soft">
            {post.author} · {post.date} · {post.category ?? 'Uncategorized'}
          </p>
          {post.tags.length > 0 && (
            <ul aria-label="Tags" className="flex flex-wrap gap-1">
              {post.tags.map((tag) => (
                <li key={tag.slug}>
                  <Badge>{tag.name}</Badge>
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
    </div>
  );
}

/** A picture that cannot be shown leaves no gap. */
function FeaturedImage({ src }: { src: string }) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return null;
  return (
    <img
      src={src}
      alt=""
      ref={(image) => {
        // It may have failed before the script was there to hear it.
        if (image?.complete === true && image.naturalWidth === 0) setIsBroken(true);
      }}
      onError={() => setIsBroken(true)}
      className="aspect-video w-full rounded-lg border border-line object-cover"
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const sentence = isRouteErrorResponse(error) ? sentenceOf(error.data) : null;
  return (
    <div className="grid justify-items-center gap-3 py-20 text-center">
      <h1 className="text-xl font-semibold tracking-tight">Post Not Found</h1>
      <p role="alert" className="text-ink-soft">
        {sentence ?? faultSentence}
      </p>
      <Link to="/admin/posts" className={buttonClass('secondary', 'mt-2')}>
        Back to Posts
      </Link>
    </div>
  );
}
