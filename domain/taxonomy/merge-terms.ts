import { findAuthorRow, linkAccount } from '#db/queries/authors.ts';
import type { TermKind } from '#db/queries/managed-terms.ts';
import { deleteTermRow, lockTerms, moveTerm } from '#db/queries/managed-terms.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type Core } from '#domain/core/context.ts';
import { invalid, notFound } from '#domain/core/errors.ts';
import { moveMostPosts } from './move-posts.ts';
import { isId } from '#domain/fields/fields.ts';

/**
 * Merges one category, tag or author into another: its posts get the other one, its addresses redirect there, and it is
 * deleted. The account of an author goes along unless the other one has an account.
 * @throws invalid without another one to merge into; not-found when one of them does not exist.
 */
export async function mergeTerms(
  ctx: Core,
  kind: TermKind,
  { id, intoId }: { id: string; intoId: string },
): Promise<{ name: string; into: string; posts: number }> {
  requirePermission(ctx, 'edit-content');
  const another = `Please choose another ${kind} to merge into.`;
  if (intoId === '') throw invalid(another);
  if (!isId(id) || !isId(intoId)) throw notFound('One of them no longer exists.');
  if (id.toLowerCase() === intoId.toLowerCase()) throw invalid(another);
  const posts = await moveMostPosts(ctx, kind, id, intoId);
  return inTransaction(ctx, async ({ db: trx, afterCommit }) => {
    const terms = await lockTerms(trx, kind, [id, intoId]);
    const from = terms.find((term) => term.id === id.toLowerCase());
    const into = terms.find((term) => term.id === intoId.toLowerCase());
    if (!from || !into) throw notFound('One of them no longer exists.');
    await moveTerm(trx, kind, from, into.id);
    const userId = kind === 'author' ? (await findAuthorRow(trx, { id: from.id }))?.user_id : null;
    await deleteTermRow(trx, kind, from.id);
    if (userId) await linkAccount(trx, into.id, userId);
    await recordActivity(trx, ctx, {
      action: `${kind}-merged`,
      subject: { id: from.id, label: from.name },
      before: { name: from.name, slug: from.slug, posts },
      after: { name: into.name, slug: into.slug },
    });
    afterCommit('contentChanged');
    return { name: from.name, into: into.name, posts };
  });
}
