import { useEffect, useState } from 'react';

import { useLatest } from '#app/ui/use-latest.ts';
import { reviewBeforePublishing, type PostToReview } from '#domain/posts/review-before-publishing.ts';

/** Milliseconds without a change before the text is checked again. */
const pause = 800;

/**
 * The parts that are missing in a text; null before it was looked at. It never blocks. @param bodyRevision increases
 * with each change
 */
export function useReview(
  { title, excerpt, isImageUndescribed }: Omit<PostToReview, 'html'>,
  bodyRevision: number,
  html: () => string,
): string[] | null {
  const [warnings, setWarnings] = useState<string[] | null>(null);
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
  return warnings;
}
