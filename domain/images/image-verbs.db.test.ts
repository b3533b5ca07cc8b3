import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import { test } from '#tests/database.ts';
import { isLong } from '#tests/long.ts';
import type { Database } from '#db/client.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { insertArrivingImage, type ImageFilter } from '#db/queries/images.ts';
import { deletePosts } from '#domain/posts/delete-posts.ts';
import { discardPendingChanges } from '#domain/posts/discard-pending-changes.ts';
import { getPostRevision } from '#domain/posts/get-post-revision.ts';
import { listPostRevisions } from '#domain/posts/list-post-revisions.ts';
import { findPostAddress } from '#domain/posts/find-post-address.ts';
import { getPost } from '#domain/posts/get-post.ts';
import { getPostAsVisitor } from '#domain/posts/get-post-preview.ts';
import { setPublished } from '#domain/posts/set-published.ts';
import { createTerm } from '#domain/taxonomy/create-term.ts';
import { saveSiteDraft } from '#domain/site/write-site-document.ts';
import { defaultsOf } from '#domain/site/site-words.ts';
import { addPost, addStoredImage, contextAs, edited, newPost } from '#tests/factories.ts';
import { autosavePost, createPost, restorePost, saveProposal, updatePost } from '#tests/post-forms.ts';
import { deleteImage, restoreImage } from './delete-image.ts';
import { describeImage } from './describe-image.ts';
import { imageAddress, type ImageKey } from './image.ts';
import { listImages } from './find-images.ts';
import { deleteUnusedImages } from './delete-unused-images.ts';

const stateOf = async (db: Database, id: string) =>
  (await db.selectFrom('images').select(['state', 'unused_since']).where('id', '=', id).executeTakeFirst())
    ?.state;

const altOf = async (db: Database, id: string) =>
  (await db.selectFrom('images').select('alt').where('id', '=', id).executeTakeFirstOrThrow()).alt;

const library = (ctx: DomainContext, wanted: Partial<Parameters<typeof listImages>[1]> = {}) =>
  listImages(ctx, { search: '', filter: 'all', page: 1, ...wanted });

const sweep = (ctx: DomainContext, remove: (key: ImageKey) => Promise<void> = async () => {}) =>
  deleteUnusedImages(ctx, { remove }, { onFailure: () => {} });

const body = (...sources: string[]) => sources.map((src) => `<p><img src="${src}" alt="x"></p>`).join('');

describe('what a post uses', () => {
  test('a featured image leaves with the save, one of the body stays for a week', async ({ db, ctx }) => {
    const [featured, inBody] = [await addStoredImage(db), await addStoredImage(db)];
    const { id } = await addPost(ctx, { featuredImage: featured.src, content: body(inBody.src) });
    expect((await library(ctx, { filter: 'unused' })).total).toBe(0);
    await updatePost(ctx, id, edited({ featuredImage: '' }));
    expect(await stateOf(db, featured.id)).toBe('leaving');
    expect(await stateOf(db, inBody.id)).toBe('stored');
    const { items } = await library(ctx, { filter: 'unused' });
    expect(items.map((image) => image.id)).toEqual([inBody.id]);
  });

  test('an image that another post uses stays, whichever of them goes first', async ({ db, ctx }) => {
    const { id: image, src } = await addStoredImage(db);
    const one = await addPost(ctx, { featuredImage: src });
    const two = await addPost(ctx, { content: body(src) });
    await updatePost(ctx, one.id, edited({ featuredImage: '' }));
    expect(await stateOf(db, image)).toBe('stored');
    await deletePosts(ctx, { ids: [two.id] });
    expect(await stateOf(db, image)).toBe('leaving');
  });

  test('an image that a proposal shows stays when the last post drops it', async ({ db, ctx }) => {
    const { id: image, src } = await addStoredImage(db);
    const posts = [await addPost(ctx, { featuredImage: src }), await addPost(ctx, { featuredImage: src })];
    await saveProposal(ctx, null, newPost({ title: 'Proposed', featuredImage: src }));
    const [changed, deleted] = posts.map(({ id }) => id);
    await updatePost(ctx, changed ?? '', edited({ featuredImage: '' }));
    await deletePosts(ctx, { ids: [deleted] });
    expect(await stateOf(db, image)).toBe('stored');
  });

  test('a social image is shown by the post, and leaves with the save that drops it', async ({ db, ctx }) => {
    const { id: image, src } = await addStoredImage(db);
    const { id, slug } = await addPost(ctx, { socialImage: src, published: 'true' });
    expect(await findPostAddress(ctx, slug)).toMatchObject({
      post: { image: null, socialImage: { src, width: 800, height: 600 } },
    });
    const { items } = await library(ctx);
    expect(items[0]?.uses).toMatchObject([{ postId: id, place: 'social' }]);
    await updatePost(ctx, id, edited({ socialImage: '', published: 'true' }));
    expect(await stateOf(db, image)).toBe('leaving');
  });

  test('createPost refuses a featured or social image that is not stored', async ({ db, ctx }) => {
    const image = await addStoredImage(db);
    await deleteImage(ctx, image.id);
    await expect(createPost(ctx, newPost({ featuredImage: image.src }))).rejects.toThrow(
      'The featured image is no longer there. Please upload it again.',
    );
    for (const socialImage of [image.src, 'https://other.example/a.jpg']) {
      await expect(createPost(ctx, newPost({ socialImage }))).rejects.toMatchObject({
        fieldErrors: { socialImage: 'The social image is no longer there. Please upload it again.' },
      });
    }
  });

  test('an autosave decides nothing: the image it drops goes with the save', async ({ db, ctx }) => {
    const [before, after] = [await addStoredImage(db), await addStoredImage(db)];
    const { id } = await addPost(ctx, { featuredImage: before.src });
    const kept = await autosavePost(ctx, id, edited({ featuredImage: after.src }));
    expect(await stateOf(db, before.id)).toBe('stored');
    await updatePost(ctx, id, { ...edited({ featuredImage: after.src }), version: kept.version });
    expect([await stateOf(db, before.id), await stateOf(db, after.id)]).toEqual(['leaving', 'stored']);
  });

  test('pending changes keep their images as well', async ({ db, ctx }) => {
    const [live, coming] = [await addStoredImage(db), await addStoredImage(db)];
    const { id } = await addPost(ctx, { featuredImage: live.src, published: 'true' });
    await autosavePost(ctx, id, edited({ featuredImage: coming.src, published: 'true' }));
    await expect(deleteImage(ctx, coming.id)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(deleteImage(ctx, live.id)).rejects.toMatchObject({ kind: 'conflict' });
  });

  test('a public page says size, alt text, and placeholder, in its one statement', async ({ db, ctx }) => {
    const [featured, inBody] = [await addStoredImage(db), await addStoredImage(db)];
    await describeImage(ctx, featured.id, { alt: ' A  boat ' });
    const { slug } = await addPost(ctx, {
      featuredImage: featured.src,
      content: body(inBody.src),
      published: 'true',
    });
    expect(await findPostAddress(ctx, slug)).toMatchObject({
      post: {
        image: { src: featured.src, width: 800, height: 600, alt: 'A boat' },
        images: [{ src: inBody.src, width: 800, height: 600, alt: 'x' }],
      },
    });
  });
});

describe('what the form of a post says about its featured image', () => {
  const said = (src: string, fields: object = { alt: 'Two boats', isDecoration: 'false' }) =>
    JSON.stringify({ src, ...fields });

  test('is given to the image by the save of a new post and of an existing one', async ({ db, ctx }) => {
    const { id: image, src } = await addStoredImage(db);
    const first = { featuredImage: src, imageDescription: said(src), published: 'true' };
    const { id } = await addPost(ctx, first);
    expect(await altOf(db, image)).toBe('Two boats');
    const second = { ...first, imageDescription: said(src, { alt: '', isDecoration: 'true' }) };
    await updatePost(ctx, id, edited(second));
    expect(await altOf(db, image)).toBe('');
    expect((await getPost(ctx, id)).imageDescription).toBeNull();
  });

  test('stays with the post until then, and its preview shows it', async ({ db, ctx }) => {
    const { id: image, src } = await addStoredImage(db);
    const draft = { featuredImage: src, imageDescription: said(src) };
    const { id } = await createPost(ctx, newPost(draft), 'autosave');
    const { version } = await autosavePost(ctx, id, edited(draft));
    expect(await altOf(db, image)).toBeNull();
    expect((await getPost(ctx, id)).imageDescription).toBe(said(src));
    expect(await getPostAsVisitor(ctx, id)).toMatchObject({ image: { alt: 'Two boats' } });

    await updatePost(ctx, id, { ...edited({ ...draft, published: 'true' }), version });
    expect(await altOf(db, image)).toBe('Two boats');
    const changed = { ...draft, imageDescription: said(src, { alt: 'Three' }), published: 'true' };
    await autosavePost(ctx, id, { ...edited(changed), version: version + 1 });
    expect(await altOf(db, image)).toBe('Two boats');
    expect(await getPostAsVisitor(ctx, id)).toMatchObject({ image: { alt: 'Three' } });
  });

  test('is given to the image when the draft is published from the list', async ({ db, ctx }) => {
    const { id: image, src } = await addStoredImage(db);
    const { id } = await createPost(
      ctx,
      newPost({ featuredImage: src, imageDescription: said(src) }),
      'autosave',
    );
    await setPublished(ctx, { ids: [id], published: 'true' });
    expect(await altOf(db, image)).toBe('Two boats');
    expect((await getPost(ctx, id)).imageDescription).toBeNull();
  });

  test('is not given to another image', async ({ db, ctx }) => {
    const [one, other] = [await addStoredImage(db), await addStoredImage(db)];
    await addPost(ctx, { featuredImage: one.src, imageDescription: said(other.src) });
    expect([await altOf(db, one.id), await altOf(db, other.id)]).toEqual([null, null]);
  });

  test.for([
    ['text that is no description', 'hello', 'The description of the image could not be read.'],
    ['an alt text that is too long', said('/x', { alt: 'a'.repeat(501) }), 'Alt text must be at most 500'],
  ] as const)('%s is refused with its field', async ([, imageDescription, message], { ctx }) => {
    await expect(createPost(ctx, newPost({ imageDescription }))).rejects.toMatchObject({
      kind: 'invalid',
      fieldErrors: { imageDescription: expect.stringContaining(message) },
    });
  });
});

describe('the library', () => {
  test('finds an image by its alt text and by the title of a post that shows it', async ({ db, ctx }) => {
    const [one, two, three] = [await addStoredImage(db), await addStoredImage(db), await addStoredImage(db)];
    await describeImage(ctx, one.id, { alt: 'A 100% harbour' });
    const fields = { title: 'About cranes', featuredImage: two.src, content: body(three.src) };
    const post = await addPost(ctx, fields);
    const found = async (search: string) => (await library(ctx, { search })).items.map(({ id }) => id);
    expect(await found('100% HARB')).toEqual([one.id]);
    expect(await found('100_')).toEqual([]);
    expect((await found('CRANES')).toSorted()).toEqual([two.id, three.id].toSorted());
    const { items } = await library(ctx, { search: 'cranes', filter: 'no-alt' });
    const uses = items.find(({ id }) => id === two.id)?.uses;
    expect(uses).toEqual([{ postId: post.id, title: 'About cranes', place: 'featured' }]);
  });

  test('alt text can be missing, given, or said to be needless', async ({ db, ctx }) => {
    const { id } = await addStoredImage(db);
    const missing = async () => (await library(ctx, { filter: 'no-alt' })).total;
    expect(await missing()).toBe(1);
    await describeImage(ctx, id, { isDecoration: 'true' });
    expect(await missing()).toBe(0);
    await describeImage(ctx, id, { alt: ' ', isDecoration: 'false' });
    expect(await missing()).toBe(1);
    await expect(describeImage(ctx, 'nonsense', { alt: 'x' })).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('alt text that a saved post gives an image counts where the image has none', async ({ db, ctx }) => {
    const { id, src } = await addStoredImage(db);
    const { id: post } = await addPost(ctx, { content: `<p><img src="${src}"></p>` });
    expect(await altOf(db, id)).toBeNull();
    await updatePost(ctx, post, edited({ content: `<p><img src="${src}" alt="A &amp; B"></p>` }));
    expect(await altOf(db, id)).toBe('A & B');
    await addPost(ctx, { content: body(src) });
    expect(await altOf(db, id)).toBe('A & B');
  });

  test('does not delete what is used, and says by how many posts', async ({ db, ctx }) => {
    const { id, src } = await addStoredImage(db);
    const post = await addPost(ctx, { content: body(src) });
    await expect(deleteImage(ctx, id)).rejects.toThrow('A post uses this image.');
    await updatePost(ctx, post.id, edited({ content: '<p>None.</p>' }));
    await deleteImage(ctx, id);
    expect(await stateOf(db, id)).toBe('leaving');
  });
});

test('portraits, logos and images of content have libraries of their own', async ({ db, admin: ctx }) => {
  const [portrait, member, logo, shown, both, unused] = [
    await addStoredImage(db),
    await addStoredImage(db),
    await addStoredImage(db),
    await addStoredImage(db),
    await addStoredImage(db),
    await addStoredImage(db),
  ];
  await createTerm(ctx, 'author', { name: 'Ada', portrait: portrait.src });
  await createTerm(ctx, 'author', { name: 'Theo', portrait: both.src });
  const team = [{ name: 'Mara', role: 'CEO', portrait: member.src }];
  const about = { ...defaultsOf('about'), team: team.map((person) => ({ ...blankPerson, ...person })) };
  await saveSiteDraft(ctx, 'about', { values: JSON.stringify(about), version: '1' }, 'save');
  await addPost(ctx, { kind: 'case_study', client: 'Ferries', clientLogo: logo.src });
  await addPost(ctx, { title: 'Other', slug: 'other', content: body(shown.src) + body(both.src) });
  const idsOf = async (wanted: Parameters<typeof library>[1]) =>
    (await library(ctx, wanted)).items.map(({ id }) => id).toSorted();

  const portraits = [portrait.id, member.id, both.id];
  expect(await idsOf({ filter: 'portraits' })).toEqual(portraits.toSorted());
  expect(await idsOf({ filter: 'logos' })).toEqual([logo.id]);
  expect(await idsOf({ use: 'portraits' })).toEqual([...portraits, unused.id].toSorted());
  expect(await idsOf({ use: 'logos' })).toEqual([logo.id, unused.id].toSorted());
  expect(await idsOf({ use: 'content' })).toEqual([shown.id, both.id, unused.id].toSorted());
  expect(await idsOf({})).toHaveLength(6);
});

const blankPerson = { bio: '', portrait: '', profileLabel: '', profileAddress: '', authorAddress: '' };

describe('the sweep', () => {
  test('removes only what left, never arrived, or was unused for 37 days, of which 30 as deleted', async ({
    db,
    ctx,
  }) => {
    const [left, young, old, used, hidden] = [
      await addStoredImage(db),
      await addStoredImage(db),
      await addStoredImage(db),
      await addStoredImage(db),
      await addStoredImage(db),
    ];
    await addPost(ctx, { content: body(used.src) });
    await deleteImage(ctx, left.id);
    const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
    await sql`update images set unused_since = ${ago(6.9)} where id = ${young.id}`.execute(db);
    await sql`update images set unused_since = ${ago(37.1)} where id = ${old.id}`.execute(db);
    await sql`update images set unused_since = ${ago(36.9)} where id = ${hidden.id}`.execute(db);
    const arriving = { folder: 'featured-images' as const, width: 1, height: 1, bytes: 1 };
    await insertArrivingImage(db, { ...arriving, name: `${'8'.repeat(39)}.png`, created_at: ago(0.1) });
    await insertArrivingImage(db, { ...arriving, name: `${'9'.repeat(39)}.png` });

    const removed: string[] = [];
    const remove = async (key: ImageKey) => void removed.push(imageAddress(key));
    expect(await sweep(ctx, remove)).toBe(3);
    expect(removed.toSorted()).toEqual(
      [left.src, old.src, `/storage/blog-images/featured-images/${'8'.repeat(39)}.png`].toSorted(),
    );
    expect(await stateOf(db, left.id)).toBeUndefined();
    expect(await sweep(ctx, remove)).toBe(0);
    const idsOf = async (filter: ImageFilter) => (await library(ctx, { filter })).items.map(({ id }) => id);
    expect(await idsOf('unused')).toEqual([young.id]);
    expect((await idsOf('all')).toSorted()).toEqual([young.id, used.id].toSorted());
    expect(await idsOf('deleted')).toEqual([hidden.id]);
    await restoreImage(ctx, hidden.id);
    expect((await idsOf('unused')).toSorted()).toEqual([young.id, hidden.id].toSorted());
    expect(await idsOf('deleted')).toEqual([]);
  });

  test('spares what an earlier version of a post shows, for as long as that is kept', async ({ db, ctx }) => {
    const [inText, inDraft] = [await addStoredImage(db), await addStoredImage(db)];
    const { id } = await addPost(ctx, { content: body(inText.src), published: 'true' });
    await autosavePost(ctx, id, edited({ content: body(inDraft.src), published: 'true' }));
    await discardPendingChanges(ctx, id);
    await updatePost(ctx, id, edited({ content: '<p>None.</p>', published: 'true' }));
    const aMonthAgo = new Date(Date.now() - 30 * 24 * 3_600_000);
    await db.updateTable('images').set({ unused_since: aMonthAgo }).execute();

    expect(await sweep(ctx)).toBe(0);
    const { items } = await library(ctx, { filter: 'unused' });
    expect(items.map(({ inRevision }) => inRevision)).toEqual([true, true]);
    for (const revision of await listPostRevisions(ctx, id)) {
      expect((await getPostRevision(ctx, id, revision.id)).gone).toEqual({ fields: [], inBody: 0 });
    }

    // Their days begin without the last version.
    await db.deleteFrom('blog_post_revisions').execute();
    expect(await sweep(ctx)).toBe(0);
    await sql`update images set unused_since = unused_since - interval '38 days'`.execute(db);
    expect(await sweep(ctx)).toBe(2);
  });

  test('an earlier version names its lost images, and comes back without them', async ({ db, ctx }) => {
    const [featured, inText] = [await addStoredImage(db), await addStoredImage(db)];
    const { id } = await addPost(ctx, { featuredImage: featured.src, content: body(inText.src) });
    await updatePost(ctx, id, edited({ content: '<p>Words.</p>' }));
    await deleteImage(ctx, inText.id);

    const [first] = await listPostRevisions(ctx, id);
    const revision = await getPostRevision(ctx, id, first?.id ?? '');
    expect(revision).toMatchObject({ featuredImage: null, gone: { fields: ['featuredImage'], inBody: 1 } });
    const restored = { ...edited({ content: revision.content, featuredImage: '' }), version: 2 };
    expect(await restorePost(ctx, id, restored)).toMatchObject({ version: 3 });
  });

  test('a file that cannot be removed keeps its row, and is tried again', async ({ db, ctx }) => {
    const { id } = await addStoredImage(db);
    await deleteImage(ctx, id);
    const failures: unknown[] = [];
    const down = { remove: () => Promise.reject(new Error('down')) };
    expect(await deleteUnusedImages(ctx, down, { onFailure: (error) => failures.push(error) })).toBe(0);
    expect([failures.length, await stateOf(db, id)]).toEqual([1, 'leaving']);
    expect(await sweep(ctx)).toBe(1);
  });
});

describe('at the same time', () => {
  test.runIf(isLong)('one sweep runs, however long its files take', async ({ own }) => {
    const ctx = await contextAs(own.db, 'editor');
    await deleteImage(ctx, (await addStoredImage(own.db)).id);
    let second: number | null = 0;
    const slow = async () => {
      // Longer than a transaction may be idle.
      await sleep(12_000);
      second = await sweep(ctx);
    };
    expect(await sweep(ctx, slow)).toBe(1);
    expect(second).toBeNull();
  });

  test('dropped by one post while another takes it: it stays, or that save is refused', async ({ own }) => {
    const ctx = await contextAs(own.db, 'editor');
    for (let round = 0; round < 12; round += 1) {
      const image = await addStoredImage(own.db);
      const { id } = await addPost(ctx, { featuredImage: image.src });
      const [, taken] = await Promise.allSettled([
        updatePost(ctx, id, edited({ featuredImage: '' })),
        addPost(ctx, { featuredImage: image.src }),
      ]);
      const state = await stateOf(own.db, image.id);
      expect(state, `round ${round}`).toBe(taken.status === 'fulfilled' ? 'stored' : 'leaving');
    }
  });

  test('only one instance sweeps', async ({ own }) => {
    const ctx = await contextAs(own.db, 'editor');
    const images = await Promise.all(Array.from({ length: 5 }, () => addStoredImage(own.db)));
    for (const { id } of images) await deleteImage(ctx, id);
    const removed: string[] = [];
    const remove = async (key: ImageKey) => {
      removed.push(key.name);
      await new Promise((resolve) => setTimeout(resolve, 20));
    };
    const results = await Promise.all([1, 2, 3].map(() => sweep(ctx, remove)));
    expect(results.filter((count) => count !== null)).toEqual([5]);
    expect(removed).toHaveLength(5);
  });
});
