import { isSame } from '../state/text.ts';

/** Text that was typed into one form and may not be stored on the server. */
export type JournalEntry<Values extends object = object> = {
  /** The id of the form: two tabs with the same post have an entry each. */
  id: string;
  userId: string;
  /** The post's id, or 'new'; `proposal:` and the id of its post; `site:` and the name of a document of the site's words. */
  post: string;
  /** Its name for the user; without one the title among the values. */
  title?: string;
  creationKey: string | null;
  values: Values;
  /** Null while the body is unchanged. */
  content: string | null;
  /** The version over which the text was typed. */
  version: number | null;
  pendingVersion: number;
  /** The keys of saves that may have arrived without an answer. */
  saveKeys?: string[];
  /** Milliseconds since 1970. */
  at: number;
};

const journalLimits = { perUser: 20, days: 30 };

/** True if an entry holds text that is not stored. */
export function isUnsaved<Values extends object>(
  entry: JournalEntry<Values>,
  stored: { values: Values; content: string },
): boolean {
  const isSameBody = entry.content === null || entry.content === stored.content;
  return !isSameBody || !isSame(entry.values, stored.values);
}

/** True if the stored version is newer than that of the entry, and was not stored by the form of the entry. Pure. */
export function isStale(
  entry: Pick<JournalEntry, 'version' | 'pendingVersion' | 'saveKeys'>,
  stored: { version: number; pendingVersion: number; saveKey: string },
): boolean {
  const isAtItsVersion = entry.version === stored.version && entry.pendingVersion === stored.pendingVersion;
  return !isAtItsVersion && entry.saveKeys?.includes(stored.saveKey) !== true;
}

/**
 * The entries of forms that are no longer open: those that the form offers to restore, and the ids of those whose text is
 * stored. Pure.
 */
export function entriesOfClosedForms<Values extends object>(
  entries: readonly JournalEntry<Values>[],
  { formId, openForms }: { formId: string; openForms: ReadonlySet<string> },
  stored: { values: Values; content: string },
): { toOffer: JournalEntry<Values>[]; idsToDelete: string[] } {
  const closed = entries.filter(({ id }) => id !== formId && !openForms.has(id));
  const toOffer = closed.filter((entry) => isUnsaved(entry, stored));
  const idsToDelete = closed.filter((entry) => !toOffer.includes(entry)).map(({ id }) => id);
  return { toOffer, idsToDelete };
}

/** The ids of entries beyond the limits: those that are too old, and the oldest of each user. Pure. */
export function entriesToDelete(
  entries: readonly Pick<JournalEntry, 'id' | 'userId' | 'at'>[],
  now: number,
): string[] {
  const oldest = now - journalLimits.days * 24 * 60 * 60 * 1000;
  const perUser = new Map<string, number>();
  return entries
    .toSorted((one, other) => other.at - one.at)
    .filter(({ userId, at }) => {
      const before = perUser.get(userId) ?? 0;
      perUser.set(userId, before + 1);
      return before >= journalLimits.perUser || at < oldest;
    })
    .map(({ id }) => id);
}

/** Milliseconds. */
const minDelay = 50;
/** A body of this cost is written at most once in this many times the cost. */
const costFactor = 10;

/**
 * Milliseconds from a change of the body to its write. A very long text takes long to write, so the delay grows with
 * the cost: writing takes at most a tenth of the time.
 * @param cost milliseconds that the last write took
 */
export function journalDelay(cost: number): number {
  return Math.max(minDelay, Math.round(cost * costFactor));
}

/** The name of an entry for the user; '' for a text without a title. */
export function titleOf({ title, values }: Pick<JournalEntry, 'title' | 'values'>): string {
  if (title !== undefined) return title;
  return 'title' in values && typeof values.title === 'string' ? values.title.trim() : '';
}
