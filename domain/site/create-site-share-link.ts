import { lockSiteDocument } from '#db/queries/site-documents.ts';
import {
  deleteExpiredSiteShareLinks,
  insertSiteShareLink,
  listSiteShareLinkRows,
} from '#db/queries/site-share-links.ts';
import { requirePermission } from '#domain/actor.ts';
import { createToken, hashToken } from '#domain/auth/one-time-token.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid } from '#domain/errors.ts';
import { inTransaction } from '#domain/transaction.ts';
import { requireDocumentName } from './site-document.ts';

const daysOpen = 7;
/** More links than this are hard to keep track of. */
const maxLinks = 20;

/**
 * Creates a link that shows a document with its draft to a visitor without an account for a week. It ends earlier when its
 * creator loses the admin role.
 * @returns the token, which cannot be read again: only its hash is stored
 * @throws not-found, or invalid when the document has too many links
 */
export async function createSiteShareLink(
  ctx: DomainContext,
  name: string,
): Promise<{ token: string; expiresAt: Date }> {
  const { userId } = requirePermission(ctx, 'manage-site');
  const document = requireDocumentName(name);
  return inTransaction(ctx, async ({ db: trx }) => {
    await lockSiteDocument(trx, document);
    await deleteExpiredSiteShareLinks(trx, document);
    if ((await listSiteShareLinkRows(trx, document)).length >= maxLinks) {
      throw invalid(`This page has ${maxLinks} links already. Please end one of them first.`);
    }
    const token = createToken();
    const link = { document, createdBy: userId, tokenHash: hashToken(token), days: daysOpen };
    const { expires_at } = await insertSiteShareLink(trx, link);
    return { token, expiresAt: expires_at };
  });
}
