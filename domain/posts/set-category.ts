import { z } from 'zod';

import { setReference } from '#db/queries/chosen-posts.ts';
import { findCategory } from '#db/queries/terms.ts';
import type { DomainContext } from '#domain/context.ts';
import { isId } from '#domain/text/fields.ts';
import { assertReferencesExist } from './assert-references-exist.ts';
import { changePosts } from './change-posts.ts';
import { postIds } from './posts-input.ts';

const input = z.object({
  ids: postIds,
  /** '' for no category. */
  categoryId: z
    .union([z.literal(''), z.string().refine(isId)], { error: 'Please choose a category.' })
    .transform((id) => id || null),
});

/** Assigns posts to a category or to none. @throws as `changePosts` */
export function setCategory(ctx: DomainContext, sent: unknown) {
  return changePosts(ctx, input, sent, async ({ db }, posts, { categoryId }, by) => {
    await assertReferencesExist(db, { categoryId, authorId: null });
    const category = categoryId === null ? null : await findCategory(db, categoryId);
    const moved = posts.filter((post) => post.category_id !== categoryId);
    const ids = moved.map(({ id }) => id);
    await setReference(db, by, ids, 'category_id', { value: categoryId, updatedAt: ctx.now() });
    const changes = moved.map((post) => ({
      post,
      action: 'post-updated' as const,
      before: { categoryId: post.category_id },
      after: { categoryId },
    }));
    return { changes, category: category?.name ?? null };
  });
}
