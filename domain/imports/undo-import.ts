import { replaceSiteImages } from '#db/queries/image-links.ts';
import { deleteImport, findImport, listImportedDocuments, listImportedPosts } from '#db/queries/imports.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type Core } from '#domain/core/context.ts';
import { invalid, notFound } from '#domain/core/errors.ts';
import { pathOf } from '#domain/core/kinds.ts';
import { deletePosts } from '#domain/posts/delete-posts.ts';
import { isId } from '#domain/fields/fields.ts';

export const undoDays = 7;

/** Posts that are deleted by one statement. */
const atOnce = 100;

/**
 * Takes an import back, as a whole or not at all: its posts, its redirects to them, its terms that nothing else has, and
 * the words of the site that came with it.
 * What was edited since stays.
 * @returns the titles of the posts that stay
 * @throws not-found; invalid after seven days
 */
export async function undoImport(ctx: Core, id: string): Promise<{ deleted: number; kept: string[] }> {
  requirePermission(ctx, 'import-content');
  return inTransaction(ctx, async (tx) => {
    const found = isId(id) ? await findImport(tx.db, id) : undefined;
    if (!found) throw notFound('There is no such import, or it was undone already.');
    if (tx.now().getTime() - found.started_at.getTime() > undoDays * 86_400_000)
      throw invalid(`An import can be undone for ${undoDays} days. This one is older.`);
    const posts = await listImportedPosts(tx.db, id);
    const gone = posts.filter((post) => !post.is_edited);
    const edited = posts.filter((post) => post.is_edited);
    for (let from = 0; from < gone.length; from += atOnce)
      await deletePosts(tx, { ids: gone.slice(from, from + atOnce).map((post) => post.id) });
    for (const name of await listImportedDocuments(tx.db, id)) await replaceSiteImages(tx.db, name, []);
    await deleteImport(tx.db, id, edited.map(pathOf));
    const kept = edited.map(({ title }) => title);
    await recordActivity(tx.db, tx, {
      action: 'import-undone',
      subject: { id, label: found.system ?? found.name },
      after: { deleted: gone.length, kept: kept.length },
    });
    tx.afterCommit('contentChanged');
    return { deleted: gone.length, kept };
  });
}
