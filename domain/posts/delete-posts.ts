import { z } from 'zod';

import { deletePostRows, lockPosts } from '#db/queries/chosen-posts.ts';
import { dropImagesOfPosts } from '#db/queries/image-links.ts';
import { recordActivities } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type Core } from '#domain/core/context.ts';
import { isId, parseInput } from '#domain/fields/fields.ts';
import { recordPostEvents } from './post-events.ts';
import { postIds, assertAllFound } from './posts-input.ts';
import { publicationOf } from './publishing.ts';

const input = z.object({ ids: postIds });

/**
 * Deletes posts with their links, metrics and the images that nothing else uses, all of them or none. Slugs that were
 * public answer 410 from now on.
 * @throws invalid; not-found or conflict when a post was deleted already
 */
export async function deletePosts(ctx: Core, sent: unknown): Promise<{ titles: string[] }> {
  requirePermission(ctx, 'edit-content');
  const { ids } = parseInput(input, sent);
  return inTransaction(ctx, async (tx) => {
    const { db: trx, afterCommit } = tx;
    const posts = await lockPosts(trx, ids.filter(isId));
    assertAllFound(ids, posts);
    if (await dropImagesOfPosts(trx, ids)) afterCommit('imagesDropped');
    await deletePostRows(trx, ids, ctx.now());
    await recordActivities(
      trx,
      ctx,
      posts.map(({ id, title, published }) => ({
        action: 'post-deleted',
        subject: { id, label: title },
        before: { title, published },
      })),
    );
    await recordPostEvents(
      tx,
      posts.map((post) => ({ ...post, before: publicationOf(post), after: null })),
    );
    afterCommit('contentChanged');
    return { titles: posts.map(({ title }) => title) };
  });
}
