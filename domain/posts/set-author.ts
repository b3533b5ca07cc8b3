import { z } from 'zod';

import { setReference } from '#db/queries/chosen-posts.ts';
import { findAuthor } from '#db/queries/profiles.ts';
import type { DomainContext } from '#domain/context.ts';
import { isId } from '#domain/text/fields.ts';
import { assertReferencesExist } from './assert-references-exist.ts';
import { changePosts } from './change-posts.ts';
import { postIds } from './posts-input.ts';
import { authorLabel } from './presenting.ts';

const input = z.object({
  ids: postIds,
  authorId: z.string({ error: 'Please choose an author.' }).refine(isId, 'Please choose an author.'),
});

/** Makes an administrator the author of posts. @throws as `changePosts` */
export function setAuthor(ctx: DomainContext, sent: unknown) {
  return changePosts(ctx, input, sent, async ({ db }, posts, { authorId }, by) => {
    await assertReferencesExist(db, { categoryId: null, authorId });
    const author = await findAuthor(db, authorId);
    const given = posts.filter((post) => post.author_id !== authorId);
    const ids = given.map(({ id }) => id);
    await setReference(db, by, ids, 'author_id', { value: authorId, updatedAt: ctx.now() });
    const changes = given.map((post) => ({
      post,
      action: 'post-updated' as const,
      before: { authorId: post.author_id },
      after: { authorId },
    }));
    return { changes, author: author ? authorLabel(author) : 'Unknown' };
  });
}
