import type { Database } from '#db/client.ts';
import { readPublishedWords } from '#db/queries/site-documents.ts';
import { valuesFrom } from './document-values.ts';
import { defaultWords, siteWordsFrom, type DocumentName, type SiteWords } from './site-words.ts';

/** The public words of the site, in the memory of a process. */
export type PublishedWords = {
  /** Those of the copy as long as nothing was read; without one the defaults. */
  current(): SiteWords;
  /** Reads them; concurrent calls are not ordered. */
  load(db: Database): Promise<void>;
  isLoaded(): boolean;
};

/** What the database holds of the documents that were edited. */
export type StoredWords = readonly { name: string; words: Readonly<Record<string, unknown>> }[];

/** The words as they were read last, on this machine: for a start without the database. */
export type WordsCopy = {
  /** Null: there are none. */
  stored(): StoredWords | null;
  /** Writes them some time later. Never throws. */
  keep(documents: StoredWords): void;
};

export function createPublishedWords(copy?: WordsCopy): PublishedWords {
  const kept = copy?.stored() ?? null;
  let words = kept ? wordsFrom(kept) : defaultWords;
  let isLoaded = false;
  return {
    current: () => words,
    async load(db) {
      const documents = await readPublishedWords(db);
      words = wordsFrom(documents);
      isLoaded = true;
      copy?.keep(documents);
    },
    isLoaded: () => isLoaded,
  };
}

function wordsFrom(documents: StoredWords): SiteWords {
  const stored = new Map(documents.map(({ name, words }) => [name, words]));
  return siteWordsFrom((name: DocumentName) => valuesFrom(name, stored.get(name) ?? {}));
}
