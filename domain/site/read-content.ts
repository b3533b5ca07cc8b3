import type { Database } from '#db/client.ts';
import { readContentVersion, type ContentVersionRow } from '#db/queries/content-version.ts';
import type { PublishedWords } from './published-words.ts';

/**
 * What changed of the content since a version. Where it may be words of the site, they are read before the answer, so
 * that every page rendered after it shows them.
 */
export async function readContent(
  db: Database,
  words: PublishedWords,
  since: string | undefined,
): Promise<ContentVersionRow> {
  const content = await readContentVersion(db, since);
  const isChanged = content.changes?.some((key) => key.startsWith('site:')) ?? true;
  if (isChanged || !words.isLoaded()) await words.load(db);
  return content;
}
