import { describe, expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { createCategory, createTag } from '#domain/taxonomy/create-term.ts';
import { deleteTerm } from '#domain/taxonomy/delete-term.ts';
import { test } from '#tests/database.ts';
import { contextAs, contextOn, newPost } from '#tests/factories.ts';
import { createPost } from './create-post.ts';
import { deletePosts } from './delete-posts.ts';
import type { ChangedPost } from './posts-input.ts';
import { setAuthor } from './set-author.ts';
import { setCategory } from './set-category.ts';
import { setPublished } from './set-published.ts';
import { setTags } from './set-tags.ts';
import { undoChange } from './undo-change.ts';

const sentAs = (changed: readonly ChangedPost[]) => changed.map(({ id, version }) => `${id}:${version}`);

/** What an undo must bring back: everything but the version and what belongs to a save. */
async function stateOf(db: Database, id: string) {
  const row = await db.selectFrom('blog_posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const tags = await db.selectFrom('blog_post_tags').select('tag_id').where('post_id', '=', id).execute();
  const { version: _, save_key: __, save_kind: ___, saved_by: ____, ...state } = row;
  return { ...state, tags: tags.map(({ tag_id }) => tag_id).toSorted() };
}

async function activitiesOf(db: Database, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('activity')
    .select('action')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
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
  return { ids: made.map(({ id }) => id), category, tags };
}

describe('undoChange', () => {
  test('brings back state and dates of posts that were unpublished and published', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { ids } = await posts(ctx);
    const before = await Promise.all(ids.map((id) => stateOf(db, id)));
    for (const wanted of [{ published: 'false' }, { published: 'true', when: 'planned' }]) {
      const { changed } = await setPublished(ctx, { ids, ...wanted });
      expect(changed.length).toBeGreaterThan(0);
      const undone = await undoChange(ctx, { what: 'published', posts: sentAs(changed) });
      expect(undone).toEqual({ undone: changed.length, changedSince: 0 });
      expect(await Promise.all(ids.map((id) => stateOf(db, id)))).toEqual(before);
    }
    expect(await activitiesOf(db, ids[0] ?? '')).toEqual([
      'post-published',
      'post-unpublished',
      'post-published',
    ]);
  });

  test('keeps the first publish date of a draft that was public in between', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { id } = await createPost(ctx, newPost());
    const { changed } = await setPublished(ctx, { ids: [id], published: 'true' });
    await undoChange(ctx, { what: 'published', posts: sentAs(changed) });
    const { first_published_at, ...state } = await stateOf(db, id);
    expect(state).toMatchObject({ published: false, published_at: null });
    expect(first_published_at).not.toBeNull();
  });

  test('brings back category, author and tags with the time of the last edit', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const other = await contextAs(db, 'editor');
    const { ids, tags } = await posts(ctx);
    const [one] = tags;
    const before = await Promise.all(ids.map((id) => stateOf(db, id)));
    const category = await createCategory(ctx, { name: 'After' });
    const later = { ...ctx, now: () => new Date(Date.now() + 1000) };
    const actions = [
      ['category', () => setCategory(later, { ids, categoryId: category.id })],
      ['category', () => setCategory(later, { ids, categoryId: '' })],
      ['author', () => setAuthor(later, { ids, authorId: other.actor.userId })],
      ['tags', () => setTags(later, { ids, tagIds: [one?.id], way: 'add' })],
      ['tags', () => setTags(later, { ids, tagIds: tags.map(({ id }) => id), way: 'remove' })],
    ] as const;
    for (const [what, act] of actions) {
      const { changed } = await act();
      expect(await Promise.all(ids.map((id) => stateOf(db, id)))).not.toEqual(before);
      await undoChange(ctx, { what, posts: sentAs(changed) });
      expect(await Promise.all(ids.map((id) => stateOf(db, id))), what).toEqual(before);
    }
  });

  test('leaves posts as they are that were changed or deleted since, and says how many', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { ids } = await posts(ctx);
    const [first = '', second = '', third = ''] = ids;
    const category = await createCategory(ctx, { name: 'After' });
    const { changed } = await setCategory(ctx, { ids, categoryId: category.id });
    await setCategory(ctx, { ids: [second], categoryId: '' });
    await deletePosts(ctx, { ids: [third] });
    const sent = { what: 'category', posts: sentAs(changed) };
    expect(await undoChange(ctx, sent)).toEqual({ undone: 1, changedSince: 2 });
    expect((await stateOf(db, first)).category_id).not.toBe(category.id);
    expect((await stateOf(db, second)).category_id).toBeNull();
    // Undone once, the posts have been changed since.
    await expect(undoChange(ctx, sent)).rejects.toMatchObject({ kind: 'conflict' });
  });

  test('leaves a post as it is whose earlier category was deleted', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { ids, category } = await posts(ctx);
    const { changed } = await setCategory(ctx, { ids, categoryId: '' });
    await deleteTerm(ctx, 'category', category.id);
    await expect(undoChange(ctx, { what: 'category', posts: sentAs(changed) })).rejects.toMatchObject({
      kind: 'conflict',
    });
  });

  test('is refused to a visitor and for input of another form', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { id } = await createPost(ctx, newPost());
    const sent = { what: 'published', posts: [`${id}:2`] };
    await expect(undoChange(contextOn(db), sent)).rejects.toMatchObject({ kind: 'forbidden' });
    for (const wrong of [
      { what: 'title' },
      { posts: [] },
      { posts: ['x:1'] },
      { posts: [id] },
      { posts: [`${id}:0`] },
      { posts: Array.from({ length: 1_001 }, () => `${id}:2`) },
    ]) {
      await expect(undoChange(ctx, { ...sent, ...wrong })).rejects.toMatchObject({ kind: 'invalid' });
    }
  });
});

describe('setTags', () => {
  test('adds and removes tags, counts only posts that change, and stores a revision of each', async ({
    db,
  }) => {
    const ctx = await contextAs(db, 'editor');
    const { ids, tags } = await posts(ctx);
    const [one = { id: '' }, two = { id: '' }] = tags;
    const added = await setTags(ctx, { ids, tagIds: [one.id, two.id], way: 'add' });
    expect(added).toEqual({ posts: 3, changed: [{ id: ids[1], version: 2 }], tags: ['One', 'Two'] });
    expect((await stateOf(db, ids[1] ?? '')).tags).toEqual([one.id, two.id].toSorted());
    const removed = await setTags(ctx, { ids, tagIds: [one.id], way: 'remove' });
    expect(removed.changed).toHaveLength(3);
    for (const id of ids) expect((await stateOf(db, id)).tags).toEqual([two.id]);
    const revisions = await db.selectFrom('blog_post_revisions').select('settings').execute();
    expect(revisions.map(({ settings }) => settings['tagIds'])).toContainEqual([one.id, two.id].toSorted());
    expect(await activitiesOf(db, ids[1] ?? '')).toEqual(['post-published', 'post-updated', 'post-updated']);
  });

  test('refuses a tag that was deleted and a post that would get more than 100', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { ids, tags } = await posts(ctx);
    const gone = tags[0]?.id ?? '';
    await deleteTerm(ctx, 'tag', gone);
    await expect(setTags(ctx, { ids, tagIds: [gone], way: 'add' })).rejects.toMatchObject({
      fieldErrors: { tagIds: 'A chosen tag no longer exists. Please choose again.' },
    });
    const many = await db
      .insertInto('blog_tags')
      .values(Array.from({ length: 100 }, (_, n) => ({ name: `Tag ${n}`, slug: `tag-${n}` })))
      .returning('id')
      .execute();
    await expect(setTags(ctx, { ids, tagIds: many.map(({ id }) => id), way: 'add' })).rejects.toThrow(
      'at most 100 tags',
    );
    expect((await stateOf(db, ids[0] ?? '')).tags).toHaveLength(1);
  });
});

test('setAuthor refuses a person without an admin role and changes nothing', async ({ db }) => {
  const ctx = await contextAs(db, 'editor');
  const former = await contextAs(db, 'editor');
  await db.deleteFrom('admin_users').where('user_id', '=', former.actor.userId).execute();
  const { ids } = await posts(ctx);
  const before = await Promise.all(ids.map((id) => stateOf(db, id)));
  await expect(setAuthor(ctx, { ids, authorId: former.actor.userId })).rejects.toMatchObject({
    kind: 'invalid',
  });
  expect(await Promise.all(ids.map((id) => stateOf(db, id)))).toEqual(before);
});
