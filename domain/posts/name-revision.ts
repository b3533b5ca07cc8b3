import { lockPost } from '#db/queries/posts.ts';
import { countOtherNamedRevisions, setRevisionName, storeCurrentRevision } from '#db/queries/revisions.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid, notFound } from '#domain/errors.ts';
import { isId, optionalLine, parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { z } from 'zod';
import { currentRevision, revisionNames } from './revision-names.ts';

const input = z.object({ name: optionalLine('Name', revisionNames.max) });

/**
 * Gives a revision a name, or takes it off. A revision with a name is kept, however many there are.
 *
 * @param revisionId `currentRevision`: the post as it is stored now, which becomes a revision
 * @param sent `name`: empty for none
 * @throws not-found, or invalid input, also when too many revisions of the post have a name
 */
export async function nameRevision(
  ctx: DomainContext,
  postId: string,
  revisionId: string,
  sent: unknown,
): Promise<void> {
  requirePermission(ctx, 'edit-content');
  const { name } = parseInput(input, sent);
  if (!isId(postId) || (revisionId !== currentRevision && !isId(revisionId))) throw gone();
  await inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    const post = await lockPost(trx, postId);
    if (!post) throw notFound('Post not found.');
    const id = revisionId === currentRevision ? await storeCurrentRevision(trx, postId) : revisionId;
    if (id === undefined) throw gone();
    if (name !== null && (await countOtherNamedRevisions(trx, postId, id)) >= revisionNames.count)
      throw invalid(tooMany, { name: tooMany });
    if (!(await setRevisionName(trx, postId, id, name))) throw gone();
    await recordActivity(trx, tx, {
      action: name === null ? 'revision-unnamed' : 'revision-named',
      subject: { id: postId, label: post.title },
      ...(name === null ? {} : { after: { name } }),
    });
  });
}

const tooMany = `A post can have at most ${revisionNames.count} versions with a name. Remove the name of another one first.`;

function gone() {
  return notFound('This revision is no longer kept.');
}
