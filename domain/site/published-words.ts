import type { Database } from '#db/client.ts';
import { readLiveWords } from '#db/queries/site-documents.ts';
import { valuesFrom } from './document-values.ts';
import { defaultWords, siteWordsFrom, type DocumentName, type SiteWords } from './site-words.ts';

/** The public words of the site, in the memory of a process. */
export type PublishedWords = {
  /** The defaults, as long as nothing was read. */
  current(): SiteWords;
  /** Reads them; concurrent calls are not ordered. */
  load(db: Database): Promise<void>;
  /** Whether they were never read, or what was scheduled may have come due since. */
  mustLoad(): boolean;
};

export function createPublishedWords(): PublishedWords {
  let words = defaultWords;
  /** When scheduled words take their place, on the monotonic clock. */
  let dueAt = -Infinity;
  return {
    current: () => words,
    async load(db) {
      const askedAt = performance.now();
      const { documents, millisecondsUntilDue } = await readLiveWords(db);
      const stored = new Map(documents.map((document) => [document.name, document.words]));
      words = siteWordsFrom((name: DocumentName) => valuesFrom(name, stored.get(name) ?? {}));
      dueAt = millisecondsUntilDue === null ? Infinity : askedAt + millisecondsUntilDue;
    },
    mustLoad: () => performance.now() >= dueAt,
  };
}
