import { deleteTermRow, lockTerms, type TermKind } from '#db/queries/managed-terms.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type Core } from '#domain/core/context.ts';
import { notFound } from '#domain/core/errors.ts';
import { moveMostPosts } from './move-posts.ts';
import { isId } from '#domain/fields/fields.ts';

/**
 * Deletes a category (its posts become uncategorized), a tag (it is taken from its posts) or an author (its posts show
 * the name of the account that wrote them).
 * @returns how many posts had it.
 * @throws not-found.
 */
export async function deleteTerm(
  ctx: Core,
  kind: TermKind,
  id: string,
): Promise<{ name: string; posts: number }> {
  requirePermission(ctx, 'edit-content');
  if (!isId(id)) throw notFound('It no longer exists.');
  const posts = await moveMostPosts(ctx, kind, id, null);
  return inTransaction(ctx, async ({ db: trx, afterCommit }) => {
    const [term] = await lockTerms(trx, kind, [id]);
    if (!term) throw notFound('It no longer exists.');
    await deleteTermRow(trx, kind, id);
    await recordActivity(trx, ctx, {
      action: `${kind}-deleted`,
      subject: { id, label: term.name },
      before: { name: term.name, slug: term.slug, posts },
    });
    afterCommit('contentChanged');
    return { name: term.name, posts };
  });
}
