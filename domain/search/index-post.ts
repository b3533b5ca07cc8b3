import type { Database } from '#db/client.ts';
import { findNewSpellings, insertSpellings, updateSearchDocument } from '#db/queries/search.ts';
import { searchDocumentOf, indexVersion, type IndexedPost } from './search-document.ts';
import { spellingKeys } from './spelling.ts';

/**
 * Updates the search index with the words of a post, in the transaction that saves it.
 * @param post as it is stored: sanitized HTML
 */
export async function indexPost(trx: Database, postId: string, post: IndexedPost): Promise<void> {
  const { spellings, ...document } = searchDocumentOf(post);
  await updateSearchDocument(trx, postId, { ...document, index_version: indexVersion });
  const unknown = await findNewSpellings(trx, spellings);
  await insertSpellings(
    trx,
    unknown.map((word) => ({ word, keys: spellingKeys(word) })),
  );
}
