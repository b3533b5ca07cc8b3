import { CompiledQuery } from 'kysely';
import { expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { deletePosts } from '#domain/posts/delete-posts.ts';
import { createPost } from '#domain/posts/create-post.ts';
import { createCategory, createTag } from '#domain/taxonomy/create-term.ts';
import { test } from '#tests/database.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { readPublicSlugs } from './public-slugs.ts';

test('readPublicSlugs answers which of the asked posts are public, at this address or at another one', async ({
  db,
}) => {
  const ctx = await contextAs(db, 'editor');
  const add = (slug: string, fields: Record<string, unknown> = {}) =>
    createPost(ctx, newPost({ slug, title: slug, published: 'true', ...fields }));
  await add('public');
  await add('draft', { published: 'false' });
  await add('scheduled', { publishDay: '2999-01-01', publishTime: '08:00' });
  const moved = await add('moved-to');
  await db.insertInto('blog_post_slug_redirects').values({ slug: 'moved-from', post_id: moved.id }).execute();
  const deleted = await add('deleted');
  await deletePosts(ctx, { ids: [deleted.id] });

  const asked = ['public', 'draft', 'scheduled', 'moved-to', 'moved-from', 'deleted', 'never-was'];
  const { present, former } = await readPublicSlugs(db, asked);
  expect([present.toSorted(), former]).toEqual([['moved-to', 'public'], ['moved-from']]);
  expect(await readPublicSlugs(db, [])).toMatchObject({ present: [], former: [] });
});

test('removals rises once when terms are deleted or move, and not when they are made or renamed', async ({
  db,
}) => {
  const ctx = await contextAs(db, 'editor');
  const category = await createCategory(ctx, { name: 'Craft' });
  const tag = await createTag(ctx, { name: 'Tools' });
  const settled = async (trx: Database) => {
    // Raised at the end of a transaction; this test is one.
    await trx.executeQuery(CompiledQuery.raw('set constraints all immediate'));
    await trx.executeQuery(CompiledQuery.raw('set constraints all deferred'));
    return (await readPublicSlugs(trx, [])).removals;
  };
  const before = await settled(db);
  await db.updateTable('blog_tags').set({ name: 'Instruments' }).where('id', '=', tag.id).execute();
  expect(await settled(db)).toBe(before);
  await db.updateTable('blog_tags').set({ slug: 'instruments' }).where('id', '=', tag.id).execute();
  await db.deleteFrom('blog_categories').where('id', '=', category.id).execute();
  expect(await settled(db)).toBe(String(Number(before) + 1));
});
