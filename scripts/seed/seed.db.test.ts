import { expect } from 'vitest';

import { countAllViews, listViewablePosts } from '#db/queries/views.ts';
import { listPosts } from '#domain/posts/list-posts.ts';
import { findPostAddress, listFeaturedPosts, listPublishedPosts } from '#domain/posts/read-public.ts';
import { updatePost } from '#domain/posts/update-post.ts';
import { test } from '#tests/database.ts';
import { contextAs, newPost, plainHash } from '#tests/factories.ts';
import { posts } from './content.ts';
import { seedDemonstration } from './seed.ts';

const silent = () => {};

test('makes the posts, terms, authors and views that were asked for', async ({ db }) => {
  const ctx = await contextAs(db, 'editor');
  const added = await seedDemonstration(ctx, plainHash, { posts: 30, views: 700 }, silent);

  expect(added).toEqual({ authors: 3, categories: 6, tags: 14, posts: 30, views: 700 });
  expect((await listPosts(ctx, { search: '', page: 1 })).total).toBe(30);
  expect(await countAllViews(db)).toBe(700);
  expect(await listFeaturedPosts(ctx)).toMatchObject([
    { slug: 'a-year-of-agentic-engineering', author: 'Marta Lindholm' },
    { slug: 'reviewing-what-an-agent-wrote' },
  ]);
});

test('run again it adds what is missing, and leaves what was changed since', async ({ db }) => {
  const ctx = await contextAs(db, 'editor');
  await seedDemonstration(ctx, plainHash, { posts: 26, views: 100 }, silent);
  const address = await findPostAddress(ctx, 'writing-decisions-down');
  if (address.kind !== 'post') throw new Error('The post is missing.');
  const { creationKey: _, ...edit } = newPost({
    title: 'Renamed',
    slug: 'renamed',
    published: true,
    publishDay: '2020-01-01',
    version: 1,
  });
  await updatePost(ctx, address.post.id, edit);

  const again = await seedDemonstration(ctx, plainHash, { posts: 28, views: 150 }, silent);
  expect(again).toEqual({ authors: 0, categories: 0, tags: 0, posts: 2, views: 50 });
  expect(await findPostAddress(ctx, 'renamed')).toMatchObject({ kind: 'post', post: { title: 'Renamed' } });
});

test('drafts and scheduled posts stay unseen and without views', async ({ db }) => {
  const ctx = await contextAs(db, 'editor');
  await seedDemonstration(ctx, plainHash, { posts: posts.length, views: 50 }, silent);
  const unseen = posts.filter(({ daysAgo }) => daysAgo === null || daysAgo < 0);
  expect(await listPublishedPosts(ctx, { page: 1 })).toMatchObject({ total: posts.length - unseen.length });
  expect(await listViewablePosts(db)).toHaveLength(posts.length - unseen.length);
});

test('without posts there is nothing to view', async ({ db }) => {
  const ctx = await contextAs(db, 'editor');
  expect(await seedDemonstration(ctx, plainHash, { posts: 0, views: 10 }, silent)).toMatchObject({
    posts: 0,
    views: 0,
  });
});
