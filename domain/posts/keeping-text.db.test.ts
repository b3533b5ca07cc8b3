import { randomUUID } from 'node:crypto';

import { describe, expect } from 'vitest';

import { createTag } from '#domain/taxonomy/create-term.ts';
import { addPost, contextAs, edited as editedPost, newPost, storedPost } from '#tests/factories.ts';
import { test } from '#tests/database.ts';
import { autosavePost, createPost, restorePost, updatePost } from '#tests/post-forms.ts';
import { discardPendingChanges } from './discard-pending-changes.ts';
import { findCreatedPostId } from './find-created-post-id.ts';
import { getPost } from './get-post.ts';
import { getPostWithPendingChanges } from './get-post-with-pending-changes.ts';
import { findPostAddress } from './find-post-address.ts';
import { getPostRevision } from './get-post-revision.ts';
import { listPostRevisions } from './list-post-revisions.ts';
import { setPublished } from './set-published.ts';

const edited = (fields: Record<string, unknown>) =>
  editedPost({ pendingVersion: 0, saveKey: randomUUID(), ...fields });

const usernameOf = ({ email }: { email: string }) => email.split('@')[0];

describe('autosave of a draft', () => {
  test('writes the post, raises its version and never publishes', async ({ ctx }) => {
    const { id, slug } = await createPost(ctx, newPost({ title: 'Draft' }), 'autosave');
    const saved = await autosavePost(ctx, id, edited({ title: 'Draft, longer', published: 'true' }));
    expect(saved).toMatchObject({ version: 2, pendingVersion: 0, published: false });
    expect(await getPost(ctx, id)).toMatchObject({ title: 'Draft, longer', published: false });
    expect(await findPostAddress(ctx, slug)).toEqual({ kind: 'unknown' });
    expect(ctx.changes()).toBe(0);
  });

  test('of a body alone is a draft named Untitled; an empty one is refused', async ({ ctx }) => {
    const { id, slug } = await createPost(ctx, newPost({ title: ' ' }), 'autosave');
    expect(await getPost(ctx, id)).toMatchObject({ title: '', content: '<p>Words.</p>' });
    expect(await storedPost(ctx.db, { id })).toMatchObject({ title: 'Untitled', is_untitled: true });
    await autosavePost(ctx, id, edited({ title: '', slug, content: '<p>More.</p>' }));
    await restorePost(ctx, id, edited({ title: '', slug, version: 2 }));
    expect(await getPost(ctx, id)).toMatchObject({ title: '', version: 3 });
    const { id: typed } = await createPost(ctx, newPost({ title: 'Untitled' }), 'autosave');
    expect(await getPost(ctx, typed)).toMatchObject({ title: 'Untitled' });
    await setPublished(ctx, { ids: [typed], published: true });
    const missing = { fieldErrors: { title: 'Please enter a post title.' } };
    await expect(setPublished(ctx, { ids: [id], published: true })).rejects.toMatchObject(missing);
    const empty = newPost({ title: '', content: '<p> </p>' });
    await expect(createPost(ctx, empty, 'autosave')).rejects.toMatchObject(missing);
    await expect(createPost(ctx, newPost({ title: '' }))).rejects.toMatchObject(missing);
    const live = await addPost(ctx, { title: 'Live', published: 'true' });
    await expect(autosavePost(ctx, live.id, edited({ title: '' }))).rejects.toMatchObject(missing);
  });
});

describe('pending changes', () => {
  test('store the next state of a published post while visitors read the public one', async ({ ctx }) => {
    const tag = await createTag(ctx, { name: 'Later' });
    const { id, slug } = await addPost(ctx, { title: 'Live', published: 'true' });
    const input = edited({
      title: 'Not yet',
      content: '<p>New</p>',
      published: 'true',
      tagIds: [tag.id],
      publishedAt: '2031-02-03T04:05',
    });
    const { version, pendingVersion } = await autosavePost(ctx, id, input);
    expect([version, pendingVersion > 0]).toEqual([1, true]);

    expect(await findPostAddress(ctx, slug)).toMatchObject({ post: { title: 'Live', tags: [] } });
    const { post, pendingChanges } = await getPostWithPendingChanges(ctx, id);
    expect(post).toMatchObject({ title: 'Live', version: 1 });
    expect(pendingChanges).toMatchObject({
      title: 'Not yet',
      content: '<p>New</p>',
      tagIds: [tag.id],
      publishedAt: new Date('2031-02-03T04:05:00Z'),
      version: pendingVersion,
      isStale: false,
      savedBy: usernameOf(ctx.actor),
    });
  });

  test('become public with the save and end', async ({ ctx }) => {
    const { id, slug } = await addPost(ctx, { title: 'Live', published: 'true' });
    const { pendingVersion } = await autosavePost(ctx, id, edited({ title: 'Next', published: 'true' }));
    await updatePost(ctx, id, edited({ title: 'Next', published: 'true', slug, pendingVersion }));
    expect(await findPostAddress(ctx, slug)).toMatchObject({ post: { title: 'Next' } });
    expect((await getPostWithPendingChanges(ctx, id)).pendingChanges).toBeNull();
  });

  test('of another user are not overwritten unseen, by an autosave or a button', async ({ ctx }) => {
    const { id } = await addPost(ctx, { published: 'true' });
    await autosavePost(ctx, id, edited({ title: 'Theirs', published: 'true' }));
    const mine = edited({ title: 'Mine', published: 'true' });
    await expect(autosavePost(ctx, id, mine)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(updatePost(ctx, id, mine)).rejects.toMatchObject({ kind: 'conflict' });
    expect((await getPostWithPendingChanges(ctx, id)).pendingChanges).toMatchObject({ title: 'Theirs' });
  });

  test('become a revision when a caller that does not know them saves', async ({ ctx }) => {
    const { id } = await addPost(ctx, { published: 'true' });
    await autosavePost(ctx, id, edited({ title: 'Unseen', published: 'true' }));
    const { pendingVersion: _, ...form } = edited({ title: 'Plain form', published: 'true' });
    await updatePost(ctx, id, form);
    const put = (await listPostRevisions(ctx, id)).find(({ kind }) => kind === 'discarded');
    expect(await getPostRevision(ctx, id, put?.id ?? '')).toMatchObject({ title: 'Unseen' });
  });

  test('of another user or editing session become a revision when overwritten', async ({ db }) => {
    let clock = new Date('2026-03-04T05:00:00Z');
    const ann = await contextAs(db, 'editor', { now: () => clock });
    const ben = { ...(await contextAs(db, 'editor')), now: () => clock };
    const { id } = await addPost(ann, { title: 'Live', published: 'true' });
    let pendingVersion = 0;
    const write = async (ctx: typeof ann, title: string) => {
      const before = pendingVersion;
      const saved = await autosavePost(ctx, id, edited({ title, published: 'true', pendingVersion }));
      pendingVersion = saved.pendingVersion;
      if (before > 0) expect(pendingVersion).toBe(before + 1);
    };
    await write(ann, 'Ann, start');
    await write(ann, 'Ann, same session');
    clock = new Date('2026-03-04T06:00:00Z');
    await write(ann, 'Ann, later');
    await write(ben, 'Ben');
    const titles = [];
    for (const revision of await listPostRevisions(ann, id))
      titles.push((await getPostRevision(ann, id, revision.id)).title);
    expect(titles).toEqual(['Ann, later', 'Ann, same session']);
  });

  test('become a revision when they are discarded', async ({ ctx }) => {
    const { id } = await addPost(ctx, { title: 'Live', published: 'true' });
    await autosavePost(ctx, id, edited({ title: 'Away', content: '<p>Away</p>', published: 'true' }));
    await discardPendingChanges(ctx, id);
    expect((await getPostWithPendingChanges(ctx, id)).pendingChanges).toBeNull();
    const [revision] = await listPostRevisions(ctx, id);
    expect(revision).toMatchObject({ kind: 'discarded', savedBy: usernameOf(ctx.actor) });
    expect(await getPostRevision(ctx, id, revision?.id ?? '')).toMatchObject({ content: '<p>Away</p>' });
  });

  test('are not overwritten by a save that was begun on discarded ones', async ({ ctx }) => {
    const { id } = await addPost(ctx, { title: 'Live', published: 'true' });
    const save = (title: string, pendingVersion: number) =>
      autosavePost(ctx, id, edited({ title, published: 'true', pendingVersion }));
    const discarded = await save('In both windows', 0);
    await discardPendingChanges(ctx, id);
    await save('In this window', 0);
    const late = save('In the other window', discarded.pendingVersion);
    await expect(late).rejects.toMatchObject({ kind: 'conflict' });
  });

  test('know that the post was changed since and the state they were started on', async ({ ctx }) => {
    const { id } = await addPost(ctx, { title: 'Live', published: 'true' });
    await autosavePost(ctx, id, edited({ title: 'Next', published: 'true' }));
    await setPublished(ctx, { ids: [id], published: false });
    const { post, pendingChanges } = await getPostWithPendingChanges(ctx, id);
    expect(post.published).toBe(false);
    expect(pendingChanges).toMatchObject({ isStale: true, begunOn: { title: 'Live', published: true } });
  });
});

describe('a save whose response was lost', () => {
  test('is recognized by its key', async ({ ctx }) => {
    const { id } = await addPost(ctx);
    const sent = edited({ title: 'Arrived' });
    await updatePost(ctx, id, sent);
    await expect(updatePost(ctx, id, sent)).rejects.toMatchObject({ kind: 'conflict' });
    expect((await getPost(ctx, id)).saveKey).toBe(sent.saveKey);
  });

  test('of a new post finds the same text and refuses another one', async ({ ctx }) => {
    const first = newPost({ title: 'One', saveKey: randomUUID() });
    const { id } = await createPost(ctx, first, 'autosave');
    expect((await createPost(ctx, first)).id).toBe(id);
    const more = { ...first, title: 'One and more', saveKey: randomUUID() };
    await expect(createPost(ctx, more)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await findCreatedPostId(ctx, first['creationKey'])).toBe(id);
  });
});

describe('revisions', () => {
  test('every save stores the earlier state: who, when, how, content, settings and tags', async ({ db }) => {
    const at = new Date('2026-03-04T05:06:07Z');
    const ctx = await contextAs(db, 'editor', { now: () => at });
    const tag = await createTag(ctx, { name: 'Kept' });
    const { id } = await addPost(ctx, { title: 'One', content: '<p>1</p>', tagIds: [tag.id] });
    await updatePost(ctx, id, edited({ title: 'Two', content: '<p>2</p>', featured: 'true' }));
    await updatePost(ctx, id, edited({ title: 'Three', version: 2 }));

    const revisions = await listPostRevisions(ctx, id);
    expect(revisions).toMatchObject([
      { kind: 'save', savedBy: usernameOf(ctx.actor), savedAt: at },
      { kind: 'save', savedBy: usernameOf(ctx.actor) },
    ]);
    const states = await Promise.all(revisions.map((revision) => getPostRevision(ctx, id, revision.id)));
    expect(states).toMatchObject([
      { title: 'Two', content: '<p>2</p>', featured: true, tagIds: [] },
      { title: 'One', content: '<p>1</p>', featured: false, tagIds: [tag.id] },
    ]);
  });

  test('a change outside of the form is stored, without the previous author', async ({ db, ctx }) => {
    const { id } = await addPost(ctx, { title: 'One' });
    await db
      .updateTable('blog_posts')
      .set((eb) => ({ title: 'By script', version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    expect(await getPost(ctx, id)).toMatchObject({ title: 'By script', savedBy: null });
    expect(await listPostRevisions(ctx, id)).toMatchObject([{ savedBy: usernameOf(ctx.actor) }]);
  });

  test('are limited to 50 of a post', async ({ ctx }) => {
    const { id } = await addPost(ctx);
    for (let version = 1; version <= 60; version += 1)
      await updatePost(ctx, id, edited({ title: `Save ${version}`, version }));
    expect(await listPostRevisions(ctx, id)).toHaveLength(50);
  });

  test('belong to one post and are deleted with it', async ({ db, ctx }) => {
    const { id } = await addPost(ctx);
    const other = await addPost(ctx);
    await updatePost(ctx, id, edited({}));
    const [revision] = await listPostRevisions(ctx, id);
    await expect(getPostRevision(ctx, other.id, revision?.id ?? '')).rejects.toMatchObject({
      kind: 'not-found',
    });
    await db.deleteFrom('blog_posts').where('id', '=', id).execute();
    expect(await listPostRevisions(ctx, id)).toEqual([]);
  });
});

describe('restoring', () => {
  test('writes an earlier state into a draft and stores the replaced one', async ({ ctx }) => {
    const { id } = await addPost(ctx, { title: 'Early' });
    await autosavePost(ctx, id, edited({ title: 'Late' }));
    const restored = await restorePost(ctx, id, edited({ title: 'Early', version: 2 }));
    expect(restored).toMatchObject({ version: 3, published: false });
    await autosavePost(ctx, id, edited({ title: 'Later still', version: 3 }));
    const titles = [];
    for (const revision of await listPostRevisions(ctx, id))
      titles.push((await getPostRevision(ctx, id, revision.id)).title);
    expect(titles).toEqual(['Early', 'Late', 'Early']);
  });

  test('into a published post changes its pending changes and stores the earlier ones', async ({ ctx }) => {
    const { id, slug } = await addPost(ctx, { title: 'Live', published: 'true' });
    const { pendingVersion } = await autosavePost(ctx, id, edited({ title: 'Draft', published: 'true' }));
    const input = edited({ title: 'Restored', published: 'true', pendingVersion });
    expect(await restorePost(ctx, id, input)).toMatchObject({ pendingVersion: pendingVersion + 1 });
    expect(await findPostAddress(ctx, slug)).toMatchObject({ post: { title: 'Live' } });
    const [kept] = await listPostRevisions(ctx, id);
    expect(await getPostRevision(ctx, id, kept?.id ?? '')).toMatchObject({ title: 'Draft' });
  });
});

test('a publish date at a daylight saving change is a plan of a draft, a past one public', async ({ db }) => {
  const ctx = await contextAs(db, 'editor', { timeZone: 'Europe/Berlin' });
  const plan = { publishedAt: '2027-10-31T02:30' };
  const { id, slug } = await addPost(ctx, { published: 'true', ...plan });
  await updatePost(ctx, id, edited({ published: 'false', ...plan }));
  expect(await getPost(ctx, id)).toMatchObject({
    published: false,
    scheduled: false,
    publishedAt: new Date('2027-10-31T00:30:00Z'),
  });
  const past = { published: 'true', publishedAt: '2020-02-29T23:59', slug, version: 2 };
  await updatePost(ctx, id, edited(past));
  expect(await findPostAddress(ctx, slug)).toMatchObject({
    post: { publishedAt: new Date('2020-02-29T22:59:00Z'), date: 'February 29, 2020' },
  });
});

test('a publish day with a cleared time is refused there, and nothing is stored', async ({ ctx }) => {
  const cleared = { publishedAt: '2027-10-31T' };
  const error = { fieldErrors: { publishedAt: 'Please enter a time.' } };
  await expect(createPost(ctx, newPost(cleared))).rejects.toMatchObject(error);
  const { id } = await addPost(ctx);
  for (const save of [updatePost, autosavePost])
    await expect(save(ctx, id, edited(cleared))).rejects.toMatchObject(error);
  expect(await getPost(ctx, id)).toMatchObject({ version: 1, publishedAt: null });
});
