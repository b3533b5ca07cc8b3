import type { Database } from '#db/client.ts';
import { readPublishedWords } from '#db/queries/site-documents.ts';
import { listPublicKinds } from '#db/queries/public-posts.ts';
import { kinds, listsOfTheirOwn, type PostKind } from '#domain/core/kinds.ts';
import { iconAddress } from '#domain/images/icon.ts';
import { accentsOf } from './accent-color.ts';
import { valuesFrom } from './document-values.ts';
import { defaultWords, type DocumentName, type SiteWords, siteWordsFrom } from './site-words.ts';
import { type ContentVersionRow, readContentVersion } from '#db/queries/content-version.ts';

export type PublishedWords = ReturnType<typeof createPublishedWords>;

/** @param onLoad called after each reading */
export function createPublishedWords(onLoad = (_words: SiteWords) => {}) {
  let words = withLists(defaultWords, []);
  let areEdited = false;
  let isLoaded = false;
  return {
    /** The defaults as long as nothing was read. */
    current: () => words,
    /** True if the owner has published words of their own, as far as was read. */
    areEdited: () => areEdited,
    /** Reads them; concurrent calls are not ordered. */
    async load(db: Database): Promise<void> {
      const [documents, shown] = await Promise.all([
        readPublishedWords(db),
        listPublicKinds(db, listsOfTheirOwn),
      ]);
      const stored = new Map(documents.map((document) => [document.name, document.words]));
      const all = siteWordsFrom((name: DocumentName) => valuesFrom(name, stored.get(name) ?? {}));
      words = withLists(all, shown);
      areEdited = documents.length > 0;
      isLoaded = true;
      onLoad(words);
    },
    isLoaded: () => isLoaded,
  };
}

/** No link of the header leads to a list that has nothing to show. */
function withLists(words: SiteWords, shown: readonly PostKind[]): SiteWords {
  const empty = listsOfTheirOwn.filter((kind) => !shown.includes(kind)).map((kind) => kinds[kind].folder);
  const header = words.navigation.header.filter(({ address }) => !empty.some((folder) => folder === address));
  return { ...words, navigation: { ...words.navigation, header } };
}

/** Changes of what the lists that the header leads to show. */
const keysOfHeader = new Set<string>(listsOfTheirOwn.map((kind) => `kind:${kind}`));

/**
 * The changes of the content since a version. Where it may be words of the site, they are read before the answer, so
 * that every page rendered after it shows them.
 */
export async function readContent(
  db: Database,
  words: PublishedWords,
  since: string | undefined,
): Promise<ContentVersionRow> {
  const content = await readContentVersion(db, since);
  const isChanged = content.changes?.some((key) => key.startsWith('site:') || keysOfHeader.has(key)) ?? true;
  if (isChanged || !words.isLoaded()) await words.load(db);
  return content;
}

/** The brand of the site in emails: its name, its accent in light and in dark mode, and the path of its logo on paper. */
export type Brand = { name: string; accent: string; darkAccent: string; logo: string | null };

export function brandOf({ general, brand }: Pick<SiteWords, 'general' | 'brand'>): Brand {
  const { light, dark } = accentsOf(brand);
  const logo = brand.logo === '' ? null : iconAddress(brand.logo, '180');
  return { name: general.name, accent: light, darkAccent: dark, logo };
}

/** The public brand of the site, for processes that do not keep its words in memory. */
export async function readBrand(db: Database): Promise<Brand> {
  const words = createPublishedWords();
  await words.load(db);
  return brandOf(words.current());
}
