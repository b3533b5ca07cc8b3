import { listRevisions } from '#db/queries/revisions.ts';
import { requirePermission, type Core } from '#domain/core/context.ts';
import { notFound } from '#domain/core/errors.ts';
import { isId } from '#domain/fields/fields.ts';

export type Revision = Awaited<ReturnType<typeof listPostRevisions>>[number];

/** The stored earlier states of a post, newest first. */
export async function listPostRevisions(ctx: Core, postId: string) {
  requirePermission(ctx, 'edit-content');
  if (!isId(postId)) throw notFound('Post not found.');
  const rows = await listRevisions(ctx.db, postId);
  return rows.map((row) => ({
    id: row.id,
    kind: row.save_kind,
    savedBy: row.saved_by_name,
    savedAt: row.saved_at,
  }));
}
