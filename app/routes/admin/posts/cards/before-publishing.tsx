import { href } from 'react-router';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { Card } from '#app/ui/card.tsx';
import { Image } from '#app/ui/image.tsx';
import { reviewBeforePublishing } from '#domain/posts/review-before-publishing.ts';
import type { PostValues } from '../state/post-values.ts';

/** Milliseconds without a change before the text is looked through again. */
const pause = 800;

/** What an author may want to mend first, and how a shared link will look. It warns and never blocks. */
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
  /** Goes up with every change of the body. */
  bodyRevision: number;
  html: () => string;
}) {
  const [remarks, setRemarks] = useState<string[] | null>(null);
  // Drawn anew when typing pauses.
  const [card, setCard] = useState(() => cardAddress({ title, slug, category }));
  const read = useRef(html);
  useEffect(() => {
    read.current = html;
  });

  useEffect(() => {
    const timer = setTimeout(
      () => setRemarks(reviewBeforePublishing({ title, excerpt, isImageUndescribed, html: read.current() })),
      pause,
    );
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the revision stands for the body, which is written out only to be read here
  }, [title, excerpt, isImageUndescribed, bodyRevision]);

  useEffect(() => {
    const timer = setTimeout(() => setCard(cardAddress({ title, slug, category })), pause);
    return () => clearTimeout(timer);
  }, [title, slug, category]);

  return (
    <Card title="Before publishing">
      {remarks?.length === 0 && (
        <p className="flex gap-2">
          <CircleCheck className="mt-0.5 size-4 shrink-0 text-ok" />
          Nothing to mend.
        </p>
      )}
      {remarks !== null && remarks.length > 0 && (
        <ul className="grid gap-2">
          {remarks.map((message) => (
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

/** What is drawn for a post without an image of its own. */
function cardAddress(shown: { title: string; slug: string; category: string }): string {
  const title = shown.title.trim() === '' ? 'Untitled' : shown.title;
  return `${href('/admin/posts/card')}?${new URLSearchParams({ ...shown, title })}`;
}
