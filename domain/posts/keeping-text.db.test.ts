import { randomUUID } from 'node:crypto';

import { describe, expect } from 'vitest';

import { localFromInstant } from '#domain/text/dates.ts';
import { createTag } from '#domain/taxonomy/create-term.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { test } from '#tests/database.ts';
import { autosavePost } from './autosave-post.ts';
import { createPost } from './create-post.ts';
import { discardPendingChanges } from './discard-pending-changes.ts';
import { findCreatedPostId } from './find-created-post-id.ts';
import { getPost } from './get-post.ts';
import { getPostWithPendingChanges } from './get-post-with-pending-changes.ts';
import { findPostAddress } from './find-post-address.ts';
import { getPostRevision } from './get-post-revision.ts';
import { listPostRevisions } from './list-post-revisions.ts';
import { restorePost } from './restore-post.ts';
import { setPublished } from './set-published.ts';
import { updatePost } from './update-post.ts';

const edited = (fields: Record<string, unknown>) => {
  const { creationKey: _, ...rest } = newPost(fields);
  return { version: 1, draftVersion: 0, saveKey: randomUUID(), ...rest };
};

const usernameOf = ({ email }: { email: string }) => email.split('@')[0];

describe('a draft that saves itself', () => {
  test('goes into the post, raises its version, and never publishes', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { id, slug } = await createPost(ctx, newPost({ title: 'Draft' }), 'autosave');
    const saved = await autosavePost(ctx, id, edited({ title: 'Draft, longer', published: 'true' }));
    expect(saved).toMatchObject({ version: 2, draftVersion: 0, published: false });
    expect(await getPost(ctx, id)).toMatchObject({ title: 'Draft, longer', published: false });
    expect(await findPostAddress(ctx, slug)).toEqual({ kind: 'unknown' });
  });

  test('tells nobody that public pages changed', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { id } = await createPost(ctx, newPost());
    await autosavePost(ctx, id, edited({ title: 'Other' }));
    expect(ctx.changes()).toBe(0);
  });
});

describe('a working draft', () => {
  test('holds what a published post will say, while visitors read what it says', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const tag = await createTag(ctx, { name: 'Later' });
    const { id, slug } = await createPost(ctx, newPost({ title: 'Live', published: 'true' }));
    const input = edited({
      title: 'Not yet',
      content: '<p>New</p>',
      published: 'true',
      tagIds: [tag.id],
      publishDay: '2031-02-03',
      publishTime: '04:05',
    });
    expect(await autosavePost(ctx, id, input)).toMatchObject({ version: 1, draftVersion: 1 });

    expect(await findPostAddress(ctx, slug)).toMatchObject({ post: { title: 'Live', tags: [] } });
    const { post, pendingChanges } = await getPostWithPendingChanges(ctx, id);
    expect(post).toMatchObject({ title: 'Live', version: 1 });
    expect(pendingChanges).toMatchObject({
      title: 'Not yet',
      content: '<p>New</p>',
      tagIds: [tag.id],
      publishedAt: new Date('2031-02-03T04:05:00Z'),
      version: 1,
      isStale: false,
      savedBy: usernameOf(ctx.actor),
    });
  });

  test('goes live with the save, and ends', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { id, slug } = await createPost(ctx, newPost({ title: 'Live', published: 'true' }));
    await autosavePost(ctx, id, edited({ title: 'Next', published: 'true' }));
    await updatePost(ctx, id, edited({ title: 'Next', published: 'true', slug, draftVersion: 1 }));
    expect(await findPostAddress(ctx, slug)).toMatchObject({ post: { title: 'Next' } });
    expect((await getPostWithPendingChanges(ctx, id)).pendingChanges).toBeNull();
  });

  test('of somebody else is never overwritten unseen, neither by itself nor by a button', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { id } = await createPost(ctx, newPost({ published: 'true' }));
    await autosavePost(ctx, id, edited({ title: 'Theirs', published: 'true' }));
    const mine = edited({ title: 'Mine', published: 'true' });
    await expect(autosavePost(ctx, id, mine)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(updatePost(ctx, id, mine)).rejects.toMatchObject({ kind: 'conflict' });
    expect((await getPostWithPendingChanges(ctx, id)).pendingChanges).toMatchObject({ title: 'Theirs' });
  });

  test('survives a save from a caller that knows none, among the revisions', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { id } = await createPost(ctx, newPost({ published: 'true' }));
    await autosavePost(ctx, id, edited({ title: 'Unseen', published: 'true' }));
    const { draftVersion: _, ...form } = edited({ title: 'Plain form', published: 'true' });
    await updatePost(ctx, id, form);
    const put = (await listPostRevisions(ctx, id)).find(({ kind }) => kind === 'discarded');
    expect(await getPostRevision(ctx, id, put?.id ?? '')).toMatchObject({ title: 'Unseen' });
  });

  test('of another person, or of an earlier sitting, is kept before it is written over', async ({ db }) => {
    let clock = new Date('2026-03-04T05:00:00Z');
    const ann = await contextAs(db, 'editor', { now: () => clock });
    const ben = { ...(await contextAs(db, 'editor')), now: () => clock };
    const { id } = await createPost(ann, newPost({ title: 'Live', published: 'true' }));
    const write = (ctx: typeof ann, title: string, draftVersion: number) =>
      autosavePost(ctx, id, edited({ title, published: 'true', draftVersion }));
    await write(ann, 'Ann, first letters', 0);
    await write(ann, 'Ann, one sitting', 1);
    clock = new Date('2026-03-04T06:00:00Z');
    await write(ann, 'Ann, later', 2);
    await write(ben, 'Ben', 3);
    const titles = [];
    for (const revision of await listPostRevisions(ann, id))
      titles.push((await getPostRevision(ann, id, revision.id)).title);
    expect(titles).toEqual(['Ann, later', 'Ann, one sitting']);
  });

  test('that is discarded stays among the revisions', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { id } = await createPost(ctx, newPost({ title: 'Live', published: 'true' }));
    await autosavePost(ctx, id, edited({ title: 'Away', content: '<p>Away</p>', published: 'true' }));
    await discardPendingChanges(ctx, id);
    expect((await getPostWithPendingChanges(ctx, id)).pendingChanges).toBeNull();
    const [revision] = await listPostRevisions(ctx, id);
    expect(revision).toMatchObject({ kind: 'discarded', savedBy: usernameOf(ctx.actor) });
    expect(await getPostRevision(ctx, id, revision?.id ?? '')).toMatchObject({ content: '<p>Away</p>' });
  });

  test('knows that the post was changed under it, and what it was begun on', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { id } = await createPost(ctx, newPost({ title: 'Live', published: 'true' }));
    await autosavePost(ctx, id, edited({ title: 'Next', published: 'true' }));
    await setPublished(ctx, { ids: [id], published: false });
    const { post, pendingChanges } = await getPostWithPendingChanges(ctx, id);
    expect(post.published).toBe(false);
    expect(pendingChanges).toMatchObject({ isStale: true, begunOn: { title: 'Live', published: true } });
  });
});

describe('a save whose answer was lost', () => {
  test('is known again by its key', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { id } = await createPost(ctx, newPost());
    const sent = edited({ title: 'Arrived' });
    await updatePost(ctx, id, sent);
    await expect(updatePost(ctx, id, sent)).rejects.toMatchObject({ kind: 'conflict' });
    expect((await getPost(ctx, id)).saveKey).toBe(sent.saveKey);
  });

  test('of a new post: the same text is found, another text is not dropped', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const first = newPost({ title: 'One', saveKey: randomUUID() });
    const { id } = await createPost(ctx, first, 'autosave');
    expect((await createPost(ctx, first)).id).toBe(id);
    const more = { ...first, title: 'One and more', saveKey: randomUUID() };
    await expect(createPost(ctx, more)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await findCreatedPostId(ctx, first['creationKey'])).toBe(id);
  });
});

describe('revisions', () => {
  test('every save keeps what was there before: who, when, how, text, settings and tags', async ({ db }) => {
    const at = new Date('2026-03-04T05:06:07Z');
    const ctx = await contextAs(db, 'editor', { now: () => at });
    const tag = await createTag(ctx, { name: 'Kept' });
    const { id } = await createPost(ctx, newPost({ title: 'One', content: '<p>1</p>', tagIds: [tag.id] }));
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

  test('a change from elsewhere is kept too, and is not called the work of the last author', async ({
    db,
  }) => {
    const ctx = await contextAs(db, 'editor');
    const { id } = await createPost(ctx, newPost({ title: 'One' }));
    await db
      .updateTable('blog_posts')
      .set((eb) => ({ title: 'By script', version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    expect(await getPost(ctx, id)).toMatchObject({ title: 'By script', savedBy: null });
    expect(await listPostRevisions(ctx, id)).toMatchObject([{ savedBy: usernameOf(ctx.actor) }]);
  });

  test('their number stays bounded', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { id } = await createPost(ctx, newPost());
    for (let version = 1; version <= 60; version += 1)
      await updatePost(ctx, id, edited({ title: `Save ${version}`, version }));
    expect(await listPostRevisions(ctx, id)).toHaveLength(50);
  });

  test('belong to one post and go with it', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { id } = await createPost(ctx, newPost());
    const other = await createPost(ctx, newPost());
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
  test('puts an earlier text into a draft, and keeps what it replaces', async ({ db }) => {
    const ctx = await contextAs(db, 'editor');
    const { id } = await createPost(ctx, newPost({ title: 'Early' }));
    await autosavePost(ctx, id, edited({ title: 'Late' }));
    const restored = await restorePost(ctx, id, edited({ title: 'Early', version: 2 }));
    expect(restored).toMatchObject({ version: 3, published: false });
    await autosavePost(ctx, id, edited({ title: 'Later still', version: 3 }));
    const titles = [];
    for (const revision of await listPostRevisions(ctx, id))
      titles.push((await getPostRevision(ctx, id, revision.id)).title);
    expect(titles).toEqual(['Early', 'Late', 'Early']);
  });

  test('into a published post changes its working draft only, and keeps the one that was there', async ({
    db,
  }) => {
    const ctx = await contextAs(db, 'editor');
    const { id, slug } = await createPost(ctx, newPost({ title: 'Live', published: 'true' }));
    await autosavePost(ctx, id, edited({ title: 'Draft', published: 'true' }));
    const input = edited({ title: 'Restored', published: 'true', draftVersion: 1 });
    expect(await restorePost(ctx, id, input)).toMatchObject({ draftVersion: 2 });
    expect(await findPostAddress(ctx, slug)).toMatchObject({ post: { title: 'Live' } });
    const [kept] = await listPostRevisions(ctx, id);
    expect(await getPostRevision(ctx, id, kept?.id ?? '')).toMatchObject({ title: 'Draft' });
    for (let draftVersion = 2; draftVersion <= 60; draftVersion += 1)
      await restorePost(ctx, id, edited({ title: 'Again', published: 'true', draftVersion }));
    expect(await listPostRevisions(ctx, id)).toHaveLength(50);
  });
});

describe('a date of publishing, across a change of clocks in Berlin', () => {
  test.for([
    [
      'the hour that is skipped in spring means the one after it',
      '2027-03-28',
      '02:30',
      '2027-03-28T01:30:00Z',
    ],
    ['the hour that comes twice in autumn means the first', '2027-10-31', '02:30', '2027-10-31T00:30:00Z'],
    ['the day before in summer time', '2027-10-30', '09:00', '2027-10-30T07:00:00Z'],
    ['the day after in winter time', '2027-11-01', '09:00', '2027-11-01T08:00:00Z'],
  ] as const)('%s', async ([, publishDay, publishTime, instant], { db }) => {
    const ctx = await contextAs(db, 'editor', { timeZone: 'Europe/Berlin' });
    const { id } = await createPost(ctx, newPost({ published: 'true', publishDay, publishTime }));
    const stored = await getPost(ctx, id);
    expect(stored).toMatchObject({ scheduled: true, publishedAt: new Date(instant) });
    // What the form shows of it, sent back, moves nothing.
    const { day, time } = localFromInstant(new Date(instant), 'Europe/Berlin');
    await updatePost(ctx, id, edited({ published: 'true', publishDay: day, publishTime: time }));
    expect((await getPost(ctx, id)).publishedAt).toEqual(new Date(instant));
  });

  test('unscheduled it is a draft that keeps its plan; back-dated it is there at once', async ({ db }) => {
    const ctx = await contextAs(db, 'editor', { timeZone: 'Europe/Berlin' });
    const plan = { publishDay: '2027-10-31', publishTime: '02:30' };
    const { id, slug } = await createPost(ctx, newPost({ published: 'true', ...plan }));
    await updatePost(ctx, id, edited({ published: 'false', ...plan }));
    expect(await getPost(ctx, id)).toMatchObject({
      published: false,
      scheduled: false,
      publishedAt: new Date('2027-10-31T00:30:00Z'),
    });
    const past = { published: 'true', publishDay: '2020-02-29', publishTime: '23:59', slug, version: 2 };
    await updatePost(ctx, id, edited(past));
    expect(await findPostAddress(ctx, slug)).toMatchObject({
      post: { publishedAt: new Date('2020-02-29T22:59:00Z'), date: 'February 29, 2020' },
    });
  });
});
