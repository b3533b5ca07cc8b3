import type { Database } from '#db/client.ts';
import { readPublishedWords } from '#db/queries/site-documents.ts';
import { valuesFrom } from './document-values.ts';
import { defaultWords, siteWordsFrom, type DocumentName, type SiteWords } from './site-words.ts';

/** The public words of the site, in the memory of the process. */
export type PublishedWords = {
  /** The defaults as long as nothing was read. */
  current(): SiteWords;
  /** Whether the owner has published words of their own, as far as was read. */
  areEdited(): boolean;
  /** Reads them; concurrent calls are not ordered. */
  load(db: Database): Promise<void>;
  isLoaded(): boolean;
};

export function createPublishedWords(): PublishedWords {
  let words = defaultWords;
  let areEdited = false;
  let isLoaded = false;
  return {
    current: () => words,
    areEdited: () => areEdited,
    async load(db) {
      const documents = await readPublishedWords(db);
      const stored = new Map(documents.map((document) => [document.name, document.words]));
      words = siteWordsFrom((name: DocumentName) => valuesFrom(name, stored.get(name) ?? {}));
      areEdited = documents.length > 0;
      isLoaded = true;
    },
    isLoaded: () => isLoaded,
  };
}
