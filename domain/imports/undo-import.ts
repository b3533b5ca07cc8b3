import { replaceSiteImages } from '#db/queries/image-links.ts';
import {
  deleteImport,
  dropImportStep,
  findImport,
  listImportedDocuments,
  listImportedPosts,
  lockImportedPosts,
} from '#db/queries/imports.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type Core, type InTransaction } from '#domain/core/context.ts';
import { invalid, notFound } from '#domain/core/errors.ts';
import { pathOf } from '#domain/core/kinds.ts';
import { deletePosts } from '#domain/posts/delete-posts.ts';
import { isId } from '#domain/fields/fields.ts';

export const undoDays = 7;

/** Posts that one transaction deletes: the work of keeping lists and figures grows with their square. */
const atOnce = 100;

/**
 * Takes an import back: its posts, some in each transaction, so that others save meanwhile; then its redirects to them, its
 * terms that nothing else has, and the words of the site that came with it. One that was cut off is started again.
 * What was edited since stays.
 * @returns the titles of the posts that stay
 * @throws not-found; invalid after seven days
 */
export async function undoImport(ctx: Core, id: string): Promise<{ deleted: number; kept: string[] }> {
  requirePermission(ctx, 'import-content');
  const stay: Awaited<ReturnType<typeof undoSome>>['edited'] = [];
  let deleted = 0;
  for (let after: string | undefined = beforeAll; after !== undefined;) {
    const last: string = after;
    const part = await inTransaction(ctx, (tx) => undoSome(tx, id, last));
    stay.push(...part.edited);
    deleted += part.deleted;
    after = part.last;
  }
  const kept = stay.map(({ title }) => title).toSorted();
  await inTransaction(ctx, async (tx) => {
    const found = await lockImport(tx, id);
    for (const name of await listImportedDocuments(tx.db, id)) await replaceSiteImages(tx.db, name, []);
    const paths = stay.flatMap((post) => [pathOf(post), post.imported_at]);
    await deleteImport(tx.db, id, paths);
    await recordActivity(tx.db, tx, {
      action: 'import-undone',
      subject: { id, label: found.system ?? found.name },
      after: { deleted, kept: kept.length },
    });
    tx.afterCommit('contentChanged');
  });
  return { deleted, kept };
}

/** An id that is smaller than every other one. */
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Deletes those of the next posts that were not edited. @returns `last`: the last one that was looked at */
async function undoSome(tx: InTransaction<Core>, id: string, after: string) {
  await lockImport(tx, id);
  const ids = await lockImportedPosts(tx.db, id, after, atOnce);
  const posts = await listImportedPosts(tx.db, id, ids);
  const gone = posts.filter((post) => !post.is_edited);
  if (gone.length > 0) await deletePosts(tx, { ids: gone.map((post) => post.id) });
  return { edited: posts.filter((post) => post.is_edited), deleted: gone.length, last: ids.at(-1) };
}

async function lockImport({ db, now }: InTransaction<Core>, id: string) {
  const found = isId(id) ? await findImport(db, id) : undefined;
  if (!found) throw notFound('There is no such import, or it was undone already.');
  if (now().getTime() - found.started_at.getTime() > undoDays * 86_400_000)
    throw invalid(`An import can be undone for ${undoDays} days. This one is older.`);
  await dropImportStep(db, id);
  return found;
}
