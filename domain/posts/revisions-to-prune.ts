export type KeptRevision = {
  id: string;
  kind: 'save' | 'autosave' | 'other' | 'discarded';
  savedBy: string | null;
  savedAt: Date;
  bytes: number;
};

export const revisionLimits = { count: 50, bytes: 30 * 1024 * 1024, always: 3 };

const minute = 60_000;
const recent = 24 * 60 * minute;

/**
 * Which earlier states of a post are let go, so that their number and size stay bounded. Of what the form saved by itself
 * one state for each person and ten minutes is kept, and one for each hour once it is older than a day; what a button
 * wrote over always counts as one. Of the rest the oldest go first; the three newest always stay. Pure.
 *
 * @param revisions newest first
 */
export function revisionsToPrune(revisions: readonly KeptRevision[], now: Date): string[] {
  const spans = new Set<string>();
  let count = 0;
  let bytes = 0;
  return revisions
    .filter((revision) => {
      if (revision.kind === 'autosave') {
        const span = spanOf(revision, now);
        if (spans.has(span)) return true;
        spans.add(span);
      } else {
        // What a button wrote over is worth keeping even if the form had saved it by itself a moment before.
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

function spanOf({ savedBy, savedAt }: KeptRevision, now: Date): string {
  const length = now.getTime() - savedAt.getTime() < recent ? 10 * minute : 60 * minute;
  return `${savedBy} ${length} ${Math.floor(savedAt.getTime() / length)}`;
}
