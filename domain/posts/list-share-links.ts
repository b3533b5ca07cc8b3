import { listShareLinkRows } from '#db/queries/share-links.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { isId } from '#domain/text/fields.ts';

export type ShareLink = { id: string; createdBy: string; expiresAt: Date };

/** The links of a post that have not expired. */
export async function listShareLinks(ctx: DomainContext, postId: string): Promise<ShareLink[]> {
  requirePermission(ctx, 'edit-content');
  if (!isId(postId)) return [];
  const rows = await listShareLinkRows(ctx.db, postId);
  return rows.map((row) => ({ id: row.id, createdBy: row.created_by_name, expiresAt: row.expires_at }));
}
