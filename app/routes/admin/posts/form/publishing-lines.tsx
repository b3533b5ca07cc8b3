import { useEffect, useState } from 'react';

import { useLatest } from '#app/ui/use-latest.ts';
import { reviewBeforePublishing, type PostToReview } from '#domain/posts/review-before-publishing.ts';

/** Milliseconds without a change before the text is checked again. */
const pause = 800;

/** What is missing in a text; null before it was looked at. It never blocks. @param bodyRevision increases with each change */
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

/** Beside the buttons, a line each: what they will do, who gets an email, and what is missing. On a phone below the form, so that the text begins high. */
export function PublishingLines({ lines, missing }: { lines: readonly string[]; missing: string[] | null }) {
  const [first, ...others] = missing ?? [];
  return (
    <div
      role="group"
      aria-label="Before publishing"
      className="min-w-0 text-xs leading-snug text-ink-soft max-sm:order-1 sm:max-lg:-mt-2 lg:relative lg:order-1 lg:max-w-72 xl:max-w-96"
    >
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {missing?.length === 0 && <p>Nothing is missing.</p>}
      {first !== undefined && others.length === 0 && <p className="text-warn">{first}</p>}
      {others.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer rounded-sm text-warn">
            {others.length + 1} things to look at
          </summary>
          <ul className="mt-1 grid list-disc gap-1 rounded-md border border-line-strong bg-surface p-3 ps-6 text-ink lg:absolute lg:end-0 lg:z-20 lg:w-96 lg:shadow-lg">
            {[first, ...others].map((message) => (
              <li key={message} className="wrap-anywhere">
                {message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
