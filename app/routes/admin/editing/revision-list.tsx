import { Bookmark } from 'lucide-react';
import { Link } from 'react-router';

import { formatLongDateTimeSeconds } from '#domain/text/dates.ts';

export type ListedRevision = {
  id: string;
  name: string | null;
  /** How it was saved, in words. */
  kind: string;
  savedBy: string | null;
  savedAt: Date;
  /** What differs from the state before it; null when that is not known. */
  changes: string | null;
};

/** Revisions as links. @param linkTo the address that shows a revision */
export function RevisionList({
  revisions,
  shown,
  timeZone,
  linkTo,
}: {
  revisions: readonly ListedRevision[];
  /** The id of the one that is shown. */
  shown: string | null;
  timeZone: string;
  linkTo: (id: string) => string;
}) {
  return (
    <nav aria-label="Revisions" className="rounded-lg border border-line bg-surface">
      <ol className="max-h-[70dvh] divide-y divide-line overflow-y-auto">
        {revisions.map(({ id, name, kind, savedBy, savedAt, changes }) => (
          <li key={id}>
            <Link
              to={linkTo(id)}
              replace
              preventScrollReset
              aria-current={id === shown ? 'true' : undefined}
              className="grid gap-0.5 px-4 py-2 wrap-anywhere hover:bg-sunken aria-[current]:bg-signal/8"
            >
              {name !== null && (
                <span className="flex items-start gap-1.5 font-semibold">
                  <Bookmark className="mt-0.5 size-3.5 shrink-0 text-signal" />
                  <bdi>{name}</bdi>
                </span>
              )}
              <span className="font-medium">{formatLongDateTimeSeconds(savedAt, timeZone)}</span>
              {changes !== null && <span>{changes === '' ? 'No changes' : changes}</span>}
              <span className="text-ink-soft">
                {kind}
                {savedBy !== null && ` · ${savedBy}`}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
