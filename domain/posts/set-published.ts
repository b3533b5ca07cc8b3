import { z } from 'zod';

import { lockPosts, setPublications, type LockedPostRow } from '#db/queries/chosen-posts.ts';
import { recordActivities } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type Core } from '#domain/core/context.ts';
import { conflict, invalid } from '#domain/core/errors.ts';
import { describeFeaturedImage } from '#domain/images/describe-image.ts';
import { isId, parseInput } from '#domain/fields/fields.ts';
import { recordPostEvents } from './post-events.ts';
import { postFields } from './post-fields.ts';
import { publishingProblems, readFacts } from './post-state.ts';
import { assertAllFound, postIds } from './posts-input.ts';
import {
  decideToggle,
  mustAskWhen,
  publicationAction,
  publicationOf,
  scheduledInstant,
} from './publishing.ts';

const input = z.object({
  ids: postIds,
  /** The wanted state, so that a repeated request has the same result. */
  published: z
    .union([z.boolean(), z.enum(['true', 'false'])], { error: 'Please answer with true or false.' })
    .transform((value) => value === true || value === 'true'),
  when: z.enum(['now', 'planned'], { error: 'Please say when to publish.' }).nullable().default(null),
});

/**
 * Publishes or unpublishes posts from the list, all of them or none. Publishing gives the featured images what their forms
 * say about them.
 * @returns how many were in the other state before, and the dates of those that are not public yet
 * @throws forbidden; invalid; not-found or conflict when a post was deleted; conflict also when a draft has a date in the
 *   future and `when` is missing
 */
export async function setPublished(ctx: Core, sent: unknown) {
  const now = ctx.now();
  const { userId } = requirePermission(ctx, 'edit-content');
  const { ids, ...wanted } = parseInput(input, sent);
  return inTransaction(ctx, async (tx) => {
    const { db, afterCommit } = tx;
    // PostgreSQL refuses ids that are not well formed.
    const posts = await lockPosts(db, ids.filter(isId));
    assertAllFound(ids, posts);
    if (posts.some((post) => mustAskWhen(publicationOf(post), wanted, now))) {
      throw conflict('A date for publishing lies ahead. Publish now, or keep the date?');
    }
    if (wanted.published && posts.some((post) => post.is_untitled)) {
      throw invalid(postFields.title.missing, { title: postFields.title.missing });
    }
    for (const post of posts) if (wanted.published && !post.published) assertWhole(post);
    const decided = posts.map((post) => {
      const before = publicationOf(post);
      return { post, before, after: decideToggle(wanted, before, now) };
    });
    const changed = decided.filter(({ before, after }) => after !== before);
    await setPublications(
      db,
      userId,
      changed.map(({ post: { id }, after }) => ({ id, ...after })),
    );
    if (wanted.published) for (const { post } of changed) await describeFeaturedImage(db, imageOf(post));
    const activities = changed.map(({ post: { id, title }, before, after }) => ({
      action: publicationAction(after, now),
      subject: { id, label: title },
      before: { publishedAt: before.publishedAt },
      after: { publishedAt: after.publishedAt },
    }));
    await recordActivities(db, ctx, activities);
    await recordPostEvents(
      tx,
      changed.map(({ post, before, after }) => ({ ...post, before, after })),
    );
    if (changed.length > 0) afterCommit('contentChanged');
    return {
      posts: posts.length,
      changed: changed.length,
      scheduled: decided.flatMap(({ after }) => scheduledInstant(after, now) ?? []),
    };
  });
}

/** @throws invalid, with the first thing that is missing */
function assertWhole({ kind, facts }: LockedPostRow): void {
  const problems = publishingProblems({ kind, ...readFacts(facts) });
  const [message] = Object.values(problems);
  if (message !== undefined) throw invalid(message, problems);
}

function imageOf({ featured_image, image_description }: LockedPostRow) {
  return { featuredImage: featured_image, imageDescription: image_description };
}
