import { describe, expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { createCategory, createTag } from '#domain/taxonomy/create-term.ts';
import { test } from '#tests/database.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { createPost } from './create-post.ts';
import { deletePosts } from './delete-posts.ts';
import type { ChangedPost } from './change-posts.ts';
import { setAuthor } from './set-author.ts';
import { setCategory } from './set-category.ts';
import { setPublished } from './set-published.ts';
import { setTags } from './set-tags.ts';
import { undoChange } from './undo-change.ts';

const sentAs = (changed: readonly ChangedPost[]) => ({
  posts: changed.map(({ id, version }) => `${id}:${version}`),
});

/** What an undo must bring back: everything but the version and what belongs to a save. */
async function stateOf(db: Database, id: string) {
  const row = await db.selectFrom('blog_posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const tags = await db.selectFrom('blog_post_tags').select('tag_id').where('post_id', '=', id).execute();
  const { version: _, save_key: __, save_kind: ___, saved_by: ____, ...state } = row;
  return { ...state, tags: tags.map(({ tag_id }) => tag_id).toSorted() };
}

/** Three posts with a category, an author and tags; the last is a draft with a plan. */
async function posts(ctx: Awaited<ReturnType<typeof contextAs>>) {
  const category = await createCategory(ctx, { name: 'Before' });
  const tags = [await createTag(ctx, { name: 'One' }), await createTag(ctx, { name: 'Two' })];
  const filed = { categoryId: category.id, tagIds: tags.map(({ id }) => id), authorId: ctx.actor.userId };
  const made = [
    await createPost(ctx, newPost({ ...filed, published: 'true', publishDay: '2026-01-02' })),
    await createPost(ctx, newPost({ published: 'true', publishDay: '2026-01-03' })),
    await createPost(ctx, newPost({ ...filed, publishDay: '2999-01-01' })),
  ];
  return { ids: made.map(({ id }) => id), tags };
}

describe('undoChange', () => {
  test('brings back state, dates, category, author and tags of each action', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const other = await contextAs(db, 'editor');
    const { ids, tags } = await posts(ctx);
    const states = () => Promise.all(ids.map((id) => stateOf(db, id)));
    const before = await states();
    const category = await createCategory(ctx, { name: 'After' });
    const later = { ...ctx, now: () => new Date(Date.now() + 1000) };
    const actions = [
      () => setPublished(later, { ids, published: 'false' }),
      () => setPublished(later, { ids, published: 'true', when: 'planned' }),
      () => setCategory(later, { ids, categoryId: category.id }),
      () => setCategory(later, { ids, categoryId: '' }),
      () => setAuthor(later, { ids, authorId: other.actor.userId }),
      () => setTags(later, { ids, tagIds: [tags[0]?.id], way: 'add' }),
      () => setTags(later, { ids, tagIds: tags.map(({ id }) => id), way: 'remove' }),
    ];
    for (const act of actions) {
      const { changed } = await act();
      expect(await states()).not.toEqual(before);
      expect(await undoChange(ctx, sentAs(changed))).toEqual({ undone: changed.length, changedSince: 0 });
      expect(await states()).toEqual(before);
    }
    const activities = await db
      .selectFrom('activity')
      .select('action')
      .where('subject_id', '=', ids[0] ?? '')
      .orderBy('id')
      .execute();
    expect(activities.slice(0, 3).map(({ action }) => action)).toEqual([
      'post-published',
      'post-unpublished',
      'post-published',
    ]);
  });

  test('keeps the first publish date of a draft that was public in between', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { id } = await createPost(ctx, newPost());
    const { changed } = await setPublished(ctx, { ids: [id], published: 'true' });
    await undoChange(ctx, sentAs(changed));
    const { first_published_at, ...state } = await stateOf(db, id);
    expect(state).toMatchObject({ published: false, published_at: null });
    expect(first_published_at).not.toBeNull();
  });

  test('leaves posts as they are that were changed or deleted since, and says how many', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { ids } = await posts(ctx);
    const [first = '', second = '', third = ''] = ids;
    const category = await createCategory(ctx, { name: 'After' });
    const { changed } = await setCategory(ctx, { ids, categoryId: category.id });
    await setCategory(ctx, { ids: [second], categoryId: '' });
    await deletePosts(ctx, { ids: [third] });
    expect(await undoChange(ctx, sentAs(changed))).toEqual({ undone: 1, changedSince: 2 });
    expect((await stateOf(db, first)).category_id).not.toBe(category.id);
    expect((await stateOf(db, second)).category_id).toBeNull();
    // Undone once, the posts have been changed since.
    await expect(undoChange(ctx, sentAs(changed))).rejects.toMatchObject({ kind: 'conflict' });
  });
});

test('setTags counts only posts that change, and refuses a missing tag and more than 100 of a post', async ({
  db,
}) => {
  const ctx = await contextAs(db, 'editor');
  const { ids, tags } = await posts(ctx);
  const tagIds = tags.map(({ id }) => id);
  const added = await setTags(ctx, { ids, tagIds, way: 'add' });
  expect(added).toEqual({ posts: 3, changed: [{ id: ids[1], version: 2 }], tags: ['One', 'Two'] });
  expect((await stateOf(db, ids[1] ?? '')).tags).toEqual(tagIds.toSorted());
  const many = await db
    .insertInto('blog_tags')
    .values(Array.from({ length: 100 }, (_, n) => ({ name: `Tag ${n}`, slug: `tag-${n}` })))
    .returning('id')
    .execute();
  await expect(setTags(ctx, { ids, tagIds: many.map(({ id }) => id), way: 'add' })).rejects.toThrow(
    'at most 100 tags',
  );
  await expect(setTags(ctx, { ids, tagIds: [crypto.randomUUID()], way: 'add' })).rejects.toMatchObject({
    fieldErrors: { tagIds: 'A chosen tag no longer exists. Please choose again.' },
  });
  expect((await stateOf(db, ids[0] ?? '')).tags).toHaveLength(2);
});

test('setAuthor refuses a person without an admin role', async ({ db }) => {
  const ctx = await contextAs(db, 'editor');
  const former = await contextAs(db, 'editor');
  await db.deleteFrom('admin_users').where('user_id', '=', former.actor.userId).execute();
  const { ids } = await posts(ctx);
  await expect(setAuthor(ctx, { ids, authorId: former.actor.userId })).rejects.toMatchObject({
    kind: 'invalid',
  });
});
