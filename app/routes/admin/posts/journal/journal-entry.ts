import { isSame, type PostValues } from '../state/post-values.ts';

/** What was typed into one form and may not have reached the server. */
export type JournalEntry = {
  /** Of the form: two tabs on one post never write over each other. */
  id: string;
  userId: string;
  /** The post's id, or 'new'. */
  post: string;
  creationKey: string | null;
  values: PostValues;
  /** Null while the body has not been touched. */
  content: string | null;
  /** What the text was typed over. */
  version: number | null;
  draftVersion: number;
  /** Of saves that may have arrived without an answer. Browsers may still keep entries from before there was any. */
  saveKeys?: string[];
  /** Milliseconds since 1970. */
  at: number;
};

export const journalLimits = { perPerson: 20, days: 30 };

/** Whether an entry holds anything that is not stored. */
export function isNews(entry: JournalEntry, stored: { values: PostValues; content: string }): boolean {
  const isSameBody = entry.content === null || entry.content === stored.content;
  return !isSameBody || !isSame(entry.values, stored.values);
}

/** Whether what is stored was made over what the text was typed over, and not by the form that the text is from. Pure. */
export function isStale(
  entry: Pick<JournalEntry, 'version' | 'draftVersion' | 'saveKeys'>,
  stored: { version: number; draftVersion: number; saveKey: string },
): boolean {
  const isAtItsVersion = entry.version === stored.version && entry.draftVersion === stored.draftVersion;
  return !isAtItsVersion && entry.saveKeys?.includes(stored.saveKey) !== true;
}

/** What is let go so that the journal stays bounded: what is old, and each person's oldest beyond the twentieth. Pure. */
export function entriesToDelete(
  entries: readonly Pick<JournalEntry, 'id' | 'userId' | 'at'>[],
  now: number,
): string[] {
  const oldest = now - journalLimits.days * 24 * 60 * 60 * 1000;
  const perPerson = new Map<string, number>();
  return entries
    .toSorted((one, other) => other.at - one.at)
    .filter(({ userId, at }) => {
      const before = perPerson.get(userId) ?? 0;
      perPerson.set(userId, before + 1);
      return before >= journalLimits.perPerson || at < oldest;
    })
    .map(({ id }) => id);
}

const shortest = 250;
const share = 20;

/**
 * Milliseconds from a change of the body to its place in the journal. Writing out a very long text takes a while, so it
 * waits in proportion: never more than a twentieth of the time goes into it.
 * @param cost milliseconds that it took the last time
 */
export function journalDelay(cost: number): number {
  return Math.max(shortest, Math.round(cost * share));
}
