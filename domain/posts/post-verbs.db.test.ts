import { randomUUID } from 'node:crypto';

import { describe, expect } from 'vitest';

import { linkAccount } from '#db/queries/authors.ts';
import { createTag, createCategory, createTerm } from '#domain/taxonomy/create-term.ts';
import { addPost, edited, newPost } from '#tests/factories.ts';
import { test } from '#tests/database.ts';
import { createPost, updatePost } from '#tests/post-forms.ts';
import { listDifferences } from '#tests/list-differences.ts';
import { deletePosts } from './delete-posts.ts';
import { getPost } from './get-post.ts';
import { findPostAddress } from './find-post-address.ts';
import { listFeaturedPosts } from './list-featured-posts.ts';
import { listPublishedPosts } from './list-published-posts.ts';
import { setPublished } from './set-published.ts';

describe('creating', () => {
  test('a new draft is stored with its tags and changes no public page', async ({ ctx }) => {
    const tag = await createTag(ctx, { name: 'Rust' });
    const category = await createCategory(ctx, { name: 'Engineering' });
    const before = ctx.changes();

    const { id, slug } = await addPost(ctx, {
      title: '  Hello,  World ',
      excerpt: ' Short. ',
      content: '<p>One two three</p><script>alert(1)</script>',
      tagIds: [tag.id],
      categoryId: category.id,
    });

    expect(slug).toBe('hello-world');
    expect(ctx.changes()).toBe(before);
    expect(await getPost(ctx, id)).toMatchObject({
      title: 'Hello, World',
      excerpt: 'Short.',
      content: '<p>One two three</p>',
      tagIds: [tag.id],
      categoryId: category.id,
      authorId: ctx.actor.userId,
      published: false,
      publishedAt: null,
      version: 1,
    });
  });

  test('a taken slug gets a number', async ({ ctx }) => {
    const slugs = [];
    for (const title of ['Same', 'Same', 'same!']) slugs.push((await addPost(ctx, { title })).slug);
    expect(slugs).toEqual(['same', 'same-2', 'same-3']);
  });

  test.for([{ categoryId: randomUUID() }, { authorId: randomUUID() }, { tagIds: 'x' }, { published: 'yes' }])(
    'refuses %o rather than guess',
    async (fields, { ctx }) => {
      await expect(createPost(ctx, newPost(fields))).rejects.toMatchObject({ kind: 'invalid' });
    },
  );

  test('columns that the form does not have cannot be set', async ({ ctx }) => {
    const id = randomUUID();
    const created = await addPost(ctx, { id, created_at: '2000-01-01', version: 99 });
    expect(created.id).not.toBe(id);
    expect(await getPost(ctx, created.id)).toMatchObject({ version: 1 });
  });

  test('an editor body without visible content is stored as empty', async ({ ctx }) => {
    const { id } = await addPost(ctx, { content: '<p><br></p><p> &nbsp;</p>' });
    expect((await getPost(ctx, id)).content).toBe('');
  });
});

describe('publishing', () => {
  test('Publish without a date publishes now; the public reads it', async ({ ctx }) => {
    const { slug } = await addPost(ctx, { title: 'Now', published: 'true' });
    expect(ctx.changes()).toBe(1);
    expect(await findPostAddress(ctx, slug)).toMatchObject({ kind: 'post', post: { title: 'Now' } });
    expect((await listPublishedPosts(ctx, { page: 1 }))?.total).toBe(1);
  });

  test('a date in the future schedules: published, and in no public list or page', async ({ ctx }) => {
    const { id, slug } = await addPost(ctx, {
      published: 'true',
      featured: 'true',
      publishedAt: '2999-01-01T09:00',
    });
    expect(await getPost(ctx, id)).toMatchObject({ published: true, scheduled: true });
    expect(await findPostAddress(ctx, slug)).toEqual({ kind: 'unknown' });
    expect(await listFeaturedPosts(ctx)).toEqual([]);
    expect((await listPublishedPosts(ctx, { page: 1 }))?.items).toEqual([]);
  });
});

test('the total of a list is the number of its public posts', async ({ ctx }) => {
  const { id: categoryId, slug } = await createCategory(ctx, { name: 'News' });
  const { id: tagId } = await createTag(ctx, { name: 'Red' });
  const author = await createTerm(ctx, 'author', { name: 'Ada' });
  const lists = [
    null,
    { kind: 'category', slug },
    { kind: 'tag', slug: 'red' },
    { kind: 'author', slug: author.slug },
  ] as const;
  const totals = () =>
    Promise.all(
      lists.map(async (term) => {
        const list = await listPublishedPosts(ctx, { page: 1, term });
        expect(list?.items.length).toBe(list?.total);
        return list?.total;
      }),
    );
  const publish = (fields: Record<string, unknown>) => addPost(ctx, { published: 'true', ...fields });
  const ofTerms = { categoryId, tagIds: [tagId], publicAuthorId: author.id };

  await publish({});
  const { id } = await publish(ofTerms);
  await addPost(ctx, ofTerms);
  const later = await publish({ ...ofTerms, publishedAt: '2999-01-01T09:00' });
  expect(await totals()).toEqual([2, 1, 1, 1]);

  await publish(ofTerms);
  await setPublished(ctx, { ids: [id], published: false });
  await publish({ kind: 'page' });
  expect(await totals()).toEqual([2, 1, 1, 1]);
  await setPublished(ctx, { ids: [id], published: true });
  expect(await totals()).toEqual([3, 2, 2, 2]);
  await linkAccount(ctx.db, author.id, ctx.actor.userId);
  expect((await totals()).at(-1), 'with those of the account').toBe(3);
  await deletePosts(ctx, { ids: [id, later.id] });
  expect(await totals()).toEqual([2, 1, 1, 2]);
  expect(await listDifferences(ctx.db)).toEqual([]);
});

describe('editing', () => {
  test('changing the slug of a published post redirects the old one', async ({ ctx }) => {
    const { id } = await addPost(ctx, { title: 'Old name', published: 'true' });
    await updatePost(ctx, id, edited({ title: 'New name', slug: 'new-name', published: 'true' }));
    expect(await findPostAddress(ctx, 'old-name')).toEqual({ kind: 'moved', slug: 'new-name' });
    const other = await addPost(ctx, { title: 'Old name', published: 'true' });
    expect(other.slug).toBe('old-name');
    expect(await findPostAddress(ctx, 'old-name')).toMatchObject({ kind: 'post' });
  });

  test('a save replaces the tags', async ({ ctx }) => {
    const [a, b, c] = [
      await createTag(ctx, { name: 'a' }),
      await createTag(ctx, { name: 'b' }),
      await createTag(ctx, { name: 'c' }),
    ];
    const { id } = await addPost(ctx, { tagIds: [a.id, b.id] });
    await updatePost(ctx, id, edited({ tagIds: [b.id, c.id] }));
    expect(new Set((await getPost(ctx, id)).tagIds)).toEqual(new Set([b.id, c.id]));
  });

  test('the second of two saves at one version is a conflict, and the first stays', async ({ ctx }) => {
    const { id } = await addPost(ctx, { title: 'First' });
    await updatePost(ctx, id, edited({ title: 'Second' }));
    await expect(updatePost(ctx, id, edited({ title: 'Third' }))).rejects.toMatchObject({ kind: 'conflict' });
    expect(await getPost(ctx, id)).toMatchObject({ title: 'Second', version: 2 });
  });

  test.for(['nonsense', randomUUID(), "'; drop table blog_posts; --", ''])(
    'the unknown id %s is not found',
    async (id, { ctx }) => {
      await expect(getPost(ctx, id)).rejects.toMatchObject({ kind: 'not-found' });
      await expect(updatePost(ctx, id, edited({}))).rejects.toMatchObject({ kind: 'not-found' });
      await expect(setPublished(ctx, { ids: [id], published: true })).rejects.toMatchObject({
        kind: 'not-found',
      });
      await expect(deletePosts(ctx, { ids: [id] })).rejects.toMatchObject({ kind: 'not-found' });
    },
  );
});

test('a deleted public post answers gone, a deleted draft unknown', async ({ ctx }) => {
  const read = await addPost(ctx, { title: 'Read', published: 'true' });
  const draft = await addPost(ctx, { title: 'Unread' });
  await deletePosts(ctx, { ids: [read.id] });
  await deletePosts(ctx, { ids: [draft.id] });
  expect(await findPostAddress(ctx, 'read')).toEqual({ kind: 'gone' });
  expect(await findPostAddress(ctx, 'unread')).toEqual({ kind: 'unknown' });
});
