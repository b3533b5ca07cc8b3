import { expect } from 'vitest';

import { findPostAddress } from '#domain/posts/find-post-address.ts';
import { createCategory, createTag } from '#domain/taxonomy/create-term.ts';
import { test } from '#tests/database.ts';
import { addPost, newPost } from '#tests/factories.ts';
import { createPost } from '#tests/post-forms.ts';
import type { DomainContext } from '#app/http/request-context.ts';

const published = (fields: Record<string, unknown>) => newPost({ published: 'true', ...fields });

async function placeOf(ctx: DomainContext, slug: string) {
  const address = await findPostAddress(ctx, slug);
  if (address.kind !== 'post') throw new Error(`${slug}: ${address.kind}`);
  const { older, newer, related } = address.post;
  return { older: older?.slug, newer: newer?.slug, related: related.map((card) => card.slug) };
}

test('older and newer posts follow the order of the public list', async ({ ctx }) => {
  for (const [slug, publishedAt] of [
    ['one', '2026-01-01'],
    ['two', '2026-01-02'],
    ['three', '2026-01-03'],
    ['scheduled', '2999-01-01'],
  ]) {
    await createPost(ctx, published({ slug, publishedAt }));
  }
  await addPost(ctx, { slug: 'draft' });
  expect(await placeOf(ctx, 'one')).toMatchObject({ older: undefined, newer: 'two' });
  expect(await placeOf(ctx, 'two')).toMatchObject({ older: 'one', newer: 'three' });
  expect(await placeOf(ctx, 'three')).toMatchObject({ older: 'two', newer: undefined });
});

test('older and newer posts with equal dates follow the order of the public list', async ({ db, ctx }) => {
  for (const slug of ['a', 'b', 'c']) await createPost(ctx, published({ slug, publishedAt: '2026-01-01' }));
  const chain: (string | undefined)[] = [];
  const ids = await db
    .selectFrom('blog_posts')
    .select('slug')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  for (let slug = ids[0]?.slug; slug !== undefined; slug = (await placeOf(ctx, slug)).older) chain.push(slug);
  expect(chain).toEqual(ids.map(({ slug }) => slug));
});

test('related posts are public and share tags or the category, most similar first', async ({ ctx }) => {
  const [craft, other] = [
    await createCategory(ctx, { name: 'Craft' }),
    await createCategory(ctx, { name: 'Other' }),
  ];
  const [red, blue] = [await createTag(ctx, { name: 'Red' }), await createTag(ctx, { name: 'Blue' })];
  const make = (slug: string, fields: Record<string, unknown>) =>
    createPost(ctx, published({ slug, publishedAt: '2026-01-01', ...fields }));
  await make('here', { categoryId: craft.id, tagIds: [red.id, blue.id] });
  await make('both-tags', { categoryId: other.id, tagIds: [red.id, blue.id] });
  await make('tag-and-category', { categoryId: craft.id, tagIds: [red.id] });
  await make('one-tag', { tagIds: [blue.id] });
  await make('category', { categoryId: craft.id });
  await make('nothing', {});
  await make('scheduled', { publishedAt: '2999-01-01', tagIds: [red.id, blue.id] });
  await make('draft', { published: 'false', categoryId: craft.id, tagIds: [red.id, blue.id] });

  expect((await placeOf(ctx, 'here')).related).toEqual(['both-tags', 'tag-and-category', 'one-tag']);
  expect((await placeOf(ctx, 'category')).related.toSorted()).toEqual(['here', 'tag-and-category']);
  expect((await placeOf(ctx, 'nothing')).related).toEqual([]);
});

test('an old post is related by its rare tag among many newer posts', async ({ ctx }) => {
  const rare = await createTag(ctx, { name: 'Rare' });
  for (const slug of ['rare-one', 'rare-two']) {
    await createPost(ctx, published({ slug, publishedAt: '2020-01-01', tagIds: [rare.id] }));
  }
  for (let n = 0; n < 70; n += 1)
    await createPost(ctx, published({ slug: `new-${n}`, publishedAt: '2026-01-01' }));
  expect((await placeOf(ctx, 'rare-one')).related).toEqual(['rare-two']);
});
