import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { createCategory } from '#domain/taxonomy/create-term.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { countLockWaits, openCounted, test } from '#tests/database.ts';
import { deletePosts } from './delete-posts.ts';
import { duplicatePost } from './duplicate-post.ts';
import { getPost } from './get-post.ts';
import { listPosts, type PostListQuery } from './list-posts.ts';
import { setPublished } from './set-published.ts';

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

async function titlesOf(ctx: Parameters<typeof listPosts>[0], query: Partial<PostListQuery>) {
  return (await listPosts(ctx, { page: 1, ...query })).items.map(({ title }) => title);
}

/** Bare rows, older than anything that a test creates. */
async function addMany(db: Database, howMany: number, title: string) {
  await sql`
    insert into blog_posts (title, slug, created_at, updated_at)
    select ${title} || ' ' || n, 'many-' || md5(${title}) || '-' || n, now() - n * interval '1 hour', now()
    from generate_series(1, ${howMany}::integer) n`.execute(db);
}

describe('searching', () => {
  test('a search takes part of a title or category in any case, % and _ as they are', async ({ ctx }) => {
    const category = await createCategory(ctx, { name: 'Releases' });
    await addPost(ctx, { title: '100% done' });
    await addPost(ctx, { title: String.raw`snake_case \o/`, categoryId: category.id });
    await addPost(ctx, { title: 'Über Größe' });
    expect(await titlesOf(ctx, { search: 'DONE' })).toEqual(['100% done']);
    expect(await titlesOf(ctx, { search: '%' })).toEqual(['100% done']);
    expect(await titlesOf(ctx, { search: '_' })).toEqual([String.raw`snake_case \o/`]);
    expect(await titlesOf(ctx, { search: '\\' })).toEqual([String.raw`snake_case \o/`]);
    expect(await titlesOf(ctx, { search: 'release' })).toEqual([String.raw`snake_case \o/`]);
    expect(await titlesOf(ctx, { search: 'ÜBER' })).toEqual(['Über Größe']);
    expect((await titlesOf(ctx, { search: 'Uncategorized' })).toSorted()).toEqual([
      '100% done',
      'Über Größe',
    ]);
    expect(await titlesOf(ctx, { search: 'nothing like it' })).toEqual([]);
    expect((await titlesOf(ctx, { search: ' \u0000 ' })).length).toBe(3);
  });

  test('a search finds and counts rare matches beyond the posts it scans first', async ({ db, ctx }) => {
    await addMany(db, 3_500, 'Common');
    await sql`update blog_posts set title = 'A needle ' || slug
      where created_at < now() - interval '3490 hours'`.execute(db);
    for (const order of [
      { column: 'created', direction: 'desc' },
      { column: 'title', direction: 'desc' },
    ] as const) {
      const found = await listPosts(ctx, { search: 'NEEDLE', page: 1, order });
      expect(found).toMatchObject({ total: 10, isMore: false, pages: 1 });
      expect(found.items).toHaveLength(10);
    }
    await sql`update blog_posts set title = 'Rarest zQ§' where title like '%3500'`.execute(db);
    for (const search of ['zq', 'ZQ', '§', 'q§', 'q', 'rarest zq§', 'est z']) {
      expect(await listPosts(ctx, { search, page: 1 }), search).toMatchObject({
        total: 1,
        items: [{ title: 'Rarest zQ§' }],
      });
    }
    expect(await titlesOf(ctx, { search: 'zz' })).toEqual([]);
    const common = await listPosts(ctx, { search: 'common', page: 2 });
    expect(common).toMatchObject({ page: 2, isMore: true });
    expect(common.items[0]?.title).toBe('Common 21');
    const last = await listPosts(ctx, { search: 'common', page: 174 });
    expect(last).toMatchObject({ total: 3_490, isMore: false });
    expect(last.items[0]?.title).toBe('Common 3461');
  });
});

test('status, category and author filters combine', async ({ db, ctx }) => {
  const other = await contextAs(db, 'editor');
  const craft = await createCategory(ctx, { name: 'Craft' });
  await addPost(ctx, { title: 'draft' });
  await addPost(ctx, { title: 'live', published: 'true', categoryId: craft.id });
  await addPost(ctx, { title: 'ahead', published: 'true', publishedAt: tomorrow() });
  await addPost(other, { title: 'theirs', categoryId: craft.id });

  expect((await titlesOf(ctx, { status: 'draft' })).toSorted()).toEqual(['draft', 'theirs']);
  expect((await titlesOf(ctx, { status: 'published' })).toSorted()).toEqual(['ahead', 'live']);
  expect((await titlesOf(ctx, { status: 'scheduled' })).toSorted()).toEqual(['ahead']);
  expect((await titlesOf(ctx, { category: { slug: 'craft' } })).toSorted()).toEqual(['live', 'theirs']);
  expect((await titlesOf(ctx, { category: { slug: 'gone' } })).toSorted()).toEqual([]);
  expect((await titlesOf(ctx, { category: { uncategorized: true } })).toSorted()).toEqual(['ahead', 'draft']);
  expect((await titlesOf(ctx, { authorId: other.actor.userId })).toSorted()).toEqual(['theirs']);
  expect((await titlesOf(ctx, { authorId: 'unknown' })).toSorted()).toEqual([]);
  const all = {
    status: 'published',
    category: { slug: 'craft' },
    authorId: ctx.actor.userId,
    search: 'LI',
  } as const;
  expect(await listPosts(ctx, { page: 1, ...all })).toMatchObject({ total: 1, items: [{ title: 'live' }] });
});

describe('order and pages', () => {
  test('each column sorts in both directions, titles ignoring case', async ({ db, ctx }) => {
    const titles = ['beta', 'Alpha', 'Gamma'];
    for (const [day, title] of titles.entries()) {
      const { id } = await addPost(ctx, { title });
      await sql`update blog_posts set created_at = now() + ${day} * interval '1 day',
        updated_at = now() - ${day} * interval '1 day' where id = ${id}`.execute(db);
    }
    const by = (column: 'title' | 'created' | 'updated', direction: 'asc' | 'desc') =>
      titlesOf(ctx, { order: { column, direction } });
    expect(await by('title', 'asc')).toEqual(['Alpha', 'beta', 'Gamma']);
    expect(await by('title', 'desc')).toEqual(['Gamma', 'beta', 'Alpha']);
    expect(await by('created', 'desc')).toEqual(['Gamma', 'Alpha', 'beta']);
    expect(await by('updated', 'desc')).toEqual(['beta', 'Alpha', 'Gamma']);
  });

  test('a page has 20 posts; a page past the end is the last page', async ({ db, ctx }) => {
    await addMany(db, 41, 'Post');
    const last = await listPosts(ctx, { page: 3 });
    expect(last).toMatchObject({ page: 3, pages: 3, total: 41, isMore: false });
    expect(last.items).toHaveLength(1);
    expect(await listPosts(ctx, { page: 99 })).toEqual(last);
    expect(await listPosts(ctx, { page: Number.NaN })).toMatchObject({ page: 1 });
    expect(await listPosts(ctx, { page: 2, search: 'nothing' })).toMatchObject({
      page: 1,
      pages: 1,
      items: [],
    });
  });
});

test('actions take as many statements for 90 posts as for 3', async ({ own }) => {
  const statements: string[] = [];
  const ctx = { ...(await contextAs(own.db, 'editor')), db: openCounted(own, statements) };
  async function statementsFor(ids: string[]): Promise<number> {
    const before = statements.length;
    await setPublished(ctx, { ids, published: true });
    return statements.length - before;
  }
  await addMany(own.db, 93, 'Post');
  const rows = await own.db.selectFrom('blog_posts').select('id').execute();
  const ids = rows.map(({ id }) => id);
  expect(await statementsFor(ids.slice(3))).toBe(await statementsFor(ids.slice(0, 3)));
});

describe('all or nothing', () => {
  test('publishing several posts changes and counts only the drafts among them', async ({ db, ctx }) => {
    const draft = await addPost(ctx, { title: 'draft' });
    const live = await addPost(ctx, { title: 'live', published: 'true' });
    const before = await getPost(ctx, live.id);
    const changes = ctx.changes();
    const published = () =>
      db
        .selectFrom('activity')
        .select('subject_id')
        .where('action', '=', 'post-published')
        .orderBy('id')
        .execute();
    const logged = (await published()).length;
    expect(await setPublished(ctx, { ids: [draft.id, live.id, draft.id], published: 'true' })).toMatchObject({
      changed: 1,
    });
    expect(ctx.changes()).toBe(changes + 1);
    expect(await getPost(ctx, live.id)).toEqual(before);
    expect(await getPost(ctx, draft.id)).toMatchObject({ published: true, version: 2 });
    expect((await published()).slice(logged)).toEqual([{ subject_id: draft.id }]);
    await setPublished(ctx, { ids: [draft.id, live.id], published: false });
    await setPublished(ctx, { ids: [draft.id, live.id], published: false });
    expect(await getPost(ctx, live.id)).toMatchObject({ published: false, publishedAt: null, version: 2 });
    expect(ctx.changes()).toBe(changes + 2);
  });

  test('a selection locks its posts in the order of ids: two cannot deadlock', async ({ own: { db } }) => {
    const ctx = await contextAs(db, 'editor');
    const posts = await Promise.all(Array.from({ length: 9 }, () => addPost(ctx)));
    const ids = posts.map(({ id }) => id).toSorted();
    const other = await db.startTransaction().execute();
    const locked = (chosen: readonly string[]) =>
      sql<{ id: string }>`
        select id from blog_posts
        where id = any(${chosen}::uuid[]) order by id for update skip locked`.execute(other);
    await locked(ids.slice(4, 5));
    const publishing = setPublished(ctx, { ids: ids.toReversed(), published: 'true' });
    await expect.poll(() => countLockWaits(db)).toBe(1);
    const { rows } = await locked(ids);
    await other.commit().execute();
    await publishing;
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(4));
  });

  test('publishing leaves the date of the last edit as it is', async ({ db, ctx }) => {
    const { id } = await addPost(ctx);
    await sql`update blog_posts set updated_at = '2020-01-01' where id = ${id}`.execute(db);
    await setPublished(ctx, { ids: [id], published: true });
    expect((await getPost(ctx, id)).updatedAt).toEqual(new Date('2020-01-01'));
  });

  test.for(['published', 'deleted'] as const)('with one post gone, nothing is %s', async (verb, { ctx }) => {
    const { id } = await addPost(ctx);
    const before = await getPost(ctx, id);
    const run = {
      published: (ids: string[]) => setPublished(ctx, { ids, published: true }),
      deleted: (ids: string[]) => deletePosts(ctx, { ids }),
    }[verb];
    const gone = randomUUID();
    await expect(run([id, gone])).rejects.toMatchObject({
      kind: 'conflict',
      message: 'Nothing was changed, because one of the 2 posts no longer exists.',
      fieldErrors: { [gone]: 'This post no longer exists.' },
    });
    await expect(run([id, 'nonsense', randomUUID()])).rejects.toMatchObject({ kind: 'conflict' });
    await expect(run([randomUUID()])).rejects.toMatchObject({ kind: 'not-found' });
    await expect(run([])).rejects.toMatchObject({ kind: 'invalid' });
    expect(await getPost(ctx, id)).toEqual(before);
  });

  test.for(['yes', '1', '', 'TRUE', null, undefined, 0])(
    'the wanted state %s is refused',
    async (published, { ctx }) => {
      const { id } = await addPost(ctx, { published: 'true' });
      await expect(setPublished(ctx, { ids: [id], published })).rejects.toMatchObject({ kind: 'invalid' });
      expect(await getPost(ctx, id)).toMatchObject({ published: true });
    },
  );

  test('publishing drafts asks first when one of them has a date in the future', async ({ ctx }) => {
    const plain = await addPost(ctx);
    const planned = await addPost(ctx, { publishedAt: `${tomorrow()}T09:30` });
    const { publishedAt } = await getPost(ctx, planned.id);
    const ids = [plain.id, planned.id];
    await expect(setPublished(ctx, { ids, published: true })).rejects.toMatchObject({ kind: 'conflict' });
    expect(await getPost(ctx, plain.id)).toMatchObject({ published: false });
    await setPublished(ctx, { ids, published: true, when: 'planned' });
    expect(await getPost(ctx, planned.id)).toMatchObject({ published: true, scheduled: true, publishedAt });
    expect(await getPost(ctx, plain.id)).toMatchObject({ published: true, scheduled: false });
  });
});

test('duplicating makes one draft of the actor, also when the request is repeated', async ({ db, ctx }) => {
  const author = await contextAs(db, 'editor');
  const fields = { title: 'Hello', published: 'true', featured: 'true' };
  const { id } = await addPost(author, fields);
  const creationKey = randomUUID();
  const copy = await duplicatePost(ctx, { id, creationKey });
  expect(await duplicatePost(ctx, { id, creationKey })).toEqual(copy);
  expect(await getPost(ctx, copy.id)).toMatchObject({
    slug: 'hello-copy',
    authorId: ctx.actor.userId,
    featured: false,
    firstPublishedAt: null,
  });
  await duplicatePost(ctx, { id, creationKey: randomUUID() });
  expect((await titlesOf(ctx, {})).toSorted()).toEqual(['Hello', 'Hello (copy)', 'Hello (copy)']);
  await expect(duplicatePost(ctx, { id: randomUUID(), creationKey })).rejects.toMatchObject({
    kind: 'not-found',
  });
});
