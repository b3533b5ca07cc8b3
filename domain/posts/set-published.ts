import { z } from 'zod';

import { setPublications, type LockedPostRow } from '#db/queries/chosen-posts.ts';
import type { DomainContext } from '#domain/context.ts';
import { conflict, invalid } from '#domain/errors.ts';
import { describeFeaturedImage } from '#domain/images/describe-image.ts';
import { changePosts } from './change-posts.ts';
import { postFields } from './post-fields.ts';
import { flag } from './post-input.ts';
import { postIds } from './posts-input.ts';
import { publishingProblems } from './publishing-problems.ts';
import {
  decideToggle,
  mustAskWhen,
  publicationAction,
  scheduledInstant,
  type Publication,
} from './publishing.ts';

const input = z.object({
  ids: postIds,
  /** The wanted state, so that a repeated request has the same result. */
  published: flag,
  when: z
    .enum(['now', 'planned'], { error: 'Please say when to publish.' })
    .nullish()
    .transform((when) => when ?? null),
});

/**
 * Publishes or unpublishes posts from the list. Publishing gives the featured images what their forms say about them.
 * @returns also the dates of those that are not public yet
 * @throws as `changePosts`; conflict also when a draft has a date in the future and `when` is missing
 */
export function setPublished(ctx: DomainContext, sent: unknown) {
  const now = ctx.now();
  return changePosts(ctx, input, sent, async ({ db }, posts, wanted, by) => {
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
      by,
      changed.map(({ post: { id }, after }) => ({ id, ...after })),
    );
    if (wanted.published) for (const { post } of changed) await describeFeaturedImage(db, imageOf(post));
    const changes = changed.map(({ post, before, after }) => ({
      post,
      action: publicationAction(after, now),
      before: { publishedAt: before.publishedAt },
      after: { publishedAt: after.publishedAt },
    }));
    return { changes, scheduled: decided.flatMap(({ after }) => scheduledInstant(after, now) ?? []) };
  });
}

/** @throws invalid, with the first thing that is missing */
function assertWhole({ quote_name: quoteName, quote_role: quoteRole, ...post }: LockedPostRow): void {
  const problems = publishingProblems({ ...post, quoteName, quoteRole });
  const [message] = Object.values(problems);
  if (message !== undefined) throw invalid(message, problems);
}

function imageOf({ featured_image, image_description }: LockedPostRow) {
  return { featuredImage: featured_image, imageDescription: image_description };
}

function publicationOf(post: LockedPostRow): Publication {
  return {
    published: post.published,
    publishedAt: post.published_at,
    firstPublishedAt: post.first_published_at,
  };
}
