import { href } from 'react-router';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';

import { Card } from '#app/ui/card.tsx';
import { Image } from '#app/ui/image.tsx';
import { useLatest } from '#app/ui/use-latest.ts';
import { reviewBeforePublishing } from '#domain/posts/review-before-publishing.ts';
import type { PostValues } from '../state/post-values.ts';

/** Milliseconds without a change before the text is checked again. */
const pause = 800;

/** Warns of what is missing, without blocking, and shows how a shared link will look. */
export function BeforePublishing({
  values: { title, slug, excerpt, featuredImage },
  isImageUndescribed,
  category,
  bodyRevision,
  html,
}: {
  values: Pick<PostValues, 'title' | 'slug' | 'excerpt' | 'featuredImage'>;
  /** Of the featured image. */
  isImageUndescribed: boolean;
  /** Its name. */
  category: string;
  /** Increases with each change of the body. */
  bodyRevision: number;
  html: () => string;
}) {
  const [warnings, setWarnings] = useState<string[] | null>(null);
  // Changes when typing pauses.
  const [card, setCard] = useState(() => cardAddress({ title, slug, category }));
  const readHtml = useLatest(html);

  useEffect(() => {
    const timer = setTimeout(
      () =>
        setWarnings(reviewBeforePublishing({ title, excerpt, isImageUndescribed, html: readHtml.current() })),
      pause,
    );
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new revision means another body; it is written as HTML only to be checked here
  }, [title, excerpt, isImageUndescribed, bodyRevision, readHtml]);

  useEffect(() => {
    const timer = setTimeout(() => setCard(cardAddress({ title, slug, category })), pause);
    return () => clearTimeout(timer);
  }, [title, slug, category]);

  return (
    <Card title="Before publishing">
      {warnings?.length === 0 && (
        <p className="flex gap-2">
          <CircleCheck className="mt-0.5 size-4 shrink-0 text-ok" />
          Nothing is missing.
        </p>
      )}
      {warnings !== null && warnings.length > 0 && (
        <ul className="grid gap-2">
          {warnings.map((message) => (
            <li key={message} className="flex gap-2 wrap-anywhere">
              <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" />
              {message}
            </li>
          ))}
        </ul>
      )}
      <figure className="grid gap-1.5">
        <figcaption className="text-ink-soft">How a shared link will look</figcaption>
        <div className="overflow-hidden rounded-md border border-line-strong">
          <Image
            src={featuredImage === '' ? card : featuredImage}
            alt=""
            className="aspect-[1.91] w-full border-b border-line bg-sunken object-cover"
          />
          <div className="grid gap-0.5 bg-sunken px-3 py-2">
            <p className="line-clamp-2 font-semibold wrap-anywhere" dir="auto">
              {title.trim() === '' ? 'Untitled' : title}
            </p>
            <p className="line-clamp-2 text-ink-soft wrap-anywhere" dir="auto">
              {excerpt}
            </p>
          </div>
        </div>
      </figure>
    </Card>
  );
}

/** The image of a post without a featured image. */
function cardAddress(shown: { title: string; slug: string; category: string }): string {
  const title = shown.title.trim() === '' ? 'Untitled' : shown.title;
  return `${href('/admin/posts/card')}?${new URLSearchParams({ ...shown, title })}`;
}
