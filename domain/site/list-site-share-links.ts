import { listSiteShareLinkRows } from '#db/queries/site-share-links.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import type { ShareLink } from '#domain/posts/list-share-links.ts';
import { requireDocumentName } from './site-document.ts';

/** The links of a document that have not expired, newest first. @throws not-found */
export async function listSiteShareLinks(ctx: DomainContext, name: string): Promise<ShareLink[]> {
  requirePermission(ctx, 'manage-site');
  const rows = await listSiteShareLinkRows(ctx.db, requireDocumentName(name));
  return rows.map((row) => ({ id: row.id, createdBy: row.created_by_name, expiresAt: row.expires_at }));
}
