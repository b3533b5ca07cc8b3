import type { Database } from '#db/client.ts';
import { findNewSpellings, insertSpellings, updateSearchDocument } from '#db/queries/search.ts';
import { searchDocumentOf, indexVersion } from './search-document.ts';
import { spellingKeys } from './spelling.ts';

/**
 * Makes a post be found by its words, as a part of the transaction that saves it.
 * @param post as it is stored: cleaned HTML.
 */
export async function indexPost(
  trx: Database,
  postId: string,
  post: { title: string; excerpt: string | null; content: string },
): Promise<void> {
  const { document, title, spellings } = searchDocumentOf(post);
  await updateSearchDocument(trx, postId, { document, title, index_version: indexVersion });
  const unknown = await findNewSpellings(trx, spellings);
  await insertSpellings(
    trx,
    unknown.map((word) => ({ word, keys: spellingKeys(word) })),
  );
}
