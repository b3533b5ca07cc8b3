import { findSiteDocument } from '#db/queries/site-documents.ts';
import { findSharedDocumentName } from '#db/queries/site-share-links.ts';
import { hashToken } from '#domain/auth/one-time-token.ts';
import type { DomainContext } from '#domain/context.ts';
import { presentDocument, type SiteDocument } from './site-document.ts';
import { isDocumentName } from './site-words.ts';

/** The document that a share link shows; null for a link that is not valid. */
export async function findSharedDocument(
  ctx: Pick<DomainContext, 'db'>,
  token: string,
): Promise<Pick<SiteDocument, 'name' | 'values'> | null> {
  if (!/^[\w-]{32}$/.test(token)) return null;
  const name = await findSharedDocumentName(ctx.db, hashToken(token));
  if (name === undefined || !isDocumentName(name)) return null;
  return presentDocument(name, await findSiteDocument(ctx.db, name));
}
