import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';

import { Card } from '#app/ui/card.tsx';
import { useLatest } from '#app/ui/use-latest.ts';
import { reviewBeforePublishing } from '#domain/posts/review-before-publishing.ts';
import type { PostValues } from '../state/post-values.ts';

/** Milliseconds without a change before the text is checked again. */
const pause = 800;

/** Warns of what is missing, without blocking. */
export function BeforePublishing({
  values: { title, excerpt },
  isImageUndescribed,
  bodyRevision,
  html,
}: {
  values: Pick<PostValues, 'title' | 'excerpt'>;
  /** Of the featured image. */
  isImageUndescribed: boolean;
  /** Increases with each change of the body. */
  bodyRevision: number;
  html: () => string;
}) {
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
    </Card>
  );
}
