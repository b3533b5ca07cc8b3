import type { Database } from '#db/client.ts';
import { type Subject, deleteRevisions, listRevisionsOf } from '#db/queries/revisions.ts';

export type KeptRevision = {
  id: string;
  save_kind: string;
  saved_by: string | null;
  saved_at: Date;
  bytes: number;
};

export const revisionLimits = { count: 50, bytes: 30 * 1024 * 1024, always: 3 };

const minute = 60_000;
const recent = 24 * 60 * minute;

/**
 * The ids of the revisions of one subject to delete, so that their number and size stay limited. Of autosaves one for each user
 * and ten minutes stays, and one for each hour when it is older than a day; the state that a save with a button overwrote
 * always stays. Of the rest the oldest are deleted first; the three newest always stay. Pure.
 *
 * @param revisions newest first
 */
export function revisionsToPrune(revisions: readonly KeptRevision[], now: Date): string[] {
  const spans = new Set<string>();
  let count = 0;
  let bytes = 0;
  return revisions
    .filter((revision) => {
      if (revision.save_kind === 'autosave') {
        const span = spanOf(revision, now);
        if (spans.has(span)) return true;
        spans.add(span);
      } else {
        // The state that a button overwrote stays, even when an autosave stored it a moment before.
        spans.clear();
      }
      const isKept =
        count < revisionLimits.always ||
        (count < revisionLimits.count && bytes + revision.bytes <= revisionLimits.bytes);
      if (!isKept) return true;
      count += 1;
      bytes += revision.bytes;
      return false;
    })
    .map(({ id }) => id);
}

function spanOf({ saved_by: savedBy, saved_at: savedAt }: KeptRevision, now: Date): string {
  const length = now.getTime() - savedAt.getTime() < recent ? 10 * minute : 60 * minute;
  return `${savedBy} ${length} ${Math.floor(savedAt.getTime() / length)}`;
}

/** Deletes revisions beyond the limits of `revisionsToPrune`. */
export async function pruneRevisions(trx: Database, subject: Subject, now: Date): Promise<void> {
  await deleteRevisions(trx, subject, revisionsToPrune(await listRevisionsOf(trx, subject), now), now);
}
