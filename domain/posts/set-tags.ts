import { z } from 'zod';

import { changeTagsOfPosts, countTagsOfPosts } from '#db/queries/chosen-posts.ts';
import { listTagNames } from '#db/queries/terms.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid } from '#domain/errors.ts';
import { isId } from '#domain/text/fields.ts';
import { changePosts } from './change-posts.ts';
import { postLimits } from './post-input.ts';
import { postIds } from './posts-input.ts';

const input = z.object({
  ids: postIds,
  tagIds: z
    .array(z.string().refine(isId, 'Please choose from the list.'))
    .min(1, 'Please choose at least one tag.')
    .max(postLimits.tags, `At most ${postLimits.tags} tags can be chosen at once.`)
    .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]),
  way: z.enum(['add', 'remove'], { error: 'Please say whether to add or to remove the tags.' }),
});

/** Adds tags to posts or removes them. @throws as `changePosts`; invalid when a post would get too many */
export function setTags(ctx: DomainContext, sent: unknown) {
  return changePosts(ctx, input, sent, async ({ db }, posts, { ids, tagIds, way }, by) => {
    const tags = await listTagNames(db, tagIds);
    if (tags.length < tagIds.length) throw invalidTags('A chosen tag no longer exists. Please choose again.');
    const counts = await countTagsOfPosts(db, ids, tagIds);
    const changes = posts.flatMap((post) => {
      const { all: before, ofThese } = counts.get(post.id) ?? { all: 0, ofThese: 0 };
      const after = way === 'add' ? before + tagIds.length - ofThese : before - ofThese;
      const action = 'post-updated' as const;
      return after === before ? [] : [{ post, action, before: { tags: before }, after: { tags: after } }];
    });
    const overfull = changes.find(({ after }) => after.tags > postLimits.tags);
    if (overfull) {
      throw invalidTags(
        `A post can have at most ${postLimits.tags} tags: "${overfull.post.title}" has too many.`,
      );
    }
    const changed = changes.map(({ post }) => post.id);
    await changeTagsOfPosts(db, by, changed, { tagIds, way, updatedAt: ctx.now() });
    return { changes, tags };
  });
}

function invalidTags(message: string) {
  return invalid(message, { tagIds: message });
}
