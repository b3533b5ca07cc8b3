import type { Database } from '#db/client.ts';
import { updateSearchDocument, type IndexedPostRow } from '#db/queries/search.ts';
import { searchDocumentOf, indexVersion } from './search-document.ts';

/**
 * Updates the search index with the words of a post, in the transaction that saves it.
 * @param post as it is stored: sanitized HTML
 */
export async function indexPost(trx: Database, postId: string, post: IndexedPostRow): Promise<void> {
  await updateSearchDocument(trx, postId, { ...searchDocumentOf(post), index_version: indexVersion });
}
