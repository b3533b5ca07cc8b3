import { CompiledQuery, sql } from 'kysely';
import { expect } from 'vitest';

import { openDatabase, type Database } from '#db/client.ts';
import { test } from '#tests/database.ts';
import { contentChannel, readContentVersion } from './content-version.ts';

/** The triggers run at the end of a transaction; each of these tests is one. */
async function changesOf(
  db: Database,
  write: () => Promise<unknown>,
): Promise<{ keys: string[]; raised: number }> {
  await endTransaction(db);
  const { version } = await readContentVersion(db, undefined);
  await write();
  await endTransaction(db);
  const after = await readContentVersion(db, version);
  return { keys: (after.changes ?? ['all']).toSorted(), raised: Number(after.version) - Number(version) };
}

async function endTransaction(db: Database): Promise<void> {
  await db.executeQuery(CompiledQuery.raw('set constraints all immediate'));
  await db.executeQuery(CompiledQuery.raw('set constraints all deferred'));
  // The next write counts as one of another transaction.
  await sql`update content_version set raised_by = '3'`.execute(db);
}

async function insertPost(db: Database, slug: string, hoursAgo: number, published = true): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into blog_posts (title, slug, published, published_at)
    values (${slug}, ${slug}, ${published}, now() - ${hoursAgo} * interval '1 hour') returning id`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}

test('an edited body changes the post and the sitemap', async ({ db }) => {
  const id = await insertPost(db, 'one', 1);
  const edit = () => sql`update blog_posts set content = 'x', updated_at = now(), version = 2`.execute(db);
  expect(await changesOf(db, edit)).toEqual({ keys: [`post:${id}`, 'sitemap'], raised: 1 });
});

test('an edited title changes the card as well', async ({ db }) => {
  const id = await insertPost(db, 'one', 1);
  const edit = () => sql`update blog_posts set title = 'x'`.execute(db);
  expect((await changesOf(db, edit)).keys).toEqual([`card:${id}`, `post:${id}`, 'sitemap']);
});

test('a draft changes nothing', async ({ db }) => {
  await insertPost(db, 'draft', 1, false);
  const edit = () => sql`update blog_posts set title = 'x', content = 'y'`.execute(db);
  expect((await changesOf(db, edit)).raised).toBe(0);
});

test('a post published between two others changes both of them, and the lists', async ({ db }) => {
  const older = await insertPost(db, 'older', 3);
  const newer = await insertPost(db, 'newer', 1);
  const id = await insertPost(db, 'between', 2, false);
  const publish = () => sql`update blog_posts set published = true where id = ${id}`.execute(db);
  expect((await changesOf(db, publish)).keys).toEqual(
    [`card:${id}`, 'list', `post:${id}`, `post:${older}`, `post:${newer}`, 'sitemap'].toSorted(),
  );
});

test('the newest post changes the page of the one that was the newest', async ({ db }) => {
  const before = await insertPost(db, 'before', 2);
  const { keys } = await changesOf(db, () => insertPost(db, 'new', 1));
  expect(keys).toEqual(expect.arrayContaining([`post:${before}`, 'newest']));
});

test('a category changes its lists, and that of categories with its first and last post', async ({ db }) => {
  const { rows } = await sql<{ id: string }>`
    insert into blog_categories (name, slug) values ('Craft', 'craft') returning id`.execute(db);
  const category = rows[0]?.id ?? '';
  const id = await insertPost(db, 'one', 1);
  const other = await insertPost(db, 'two', 2);
  const move = (post: string, to: string | null) => () =>
    sql`update blog_posts set category_id = ${to} where id = ${post}`.execute(db);
  const first = await changesOf(db, move(id, category));
  expect(first.keys).toEqual(expect.arrayContaining([`category:${category}`, 'categories']));
  const second = await changesOf(db, move(other, category));
  expect(second.keys).toContain(`category:${category}`);
  expect(second.keys).not.toContain('categories');
});

test.for([
  ['unpublished', sql`update blog_posts set published = false`],
  ['deleted', sql`delete from blog_posts`],
  ['moved', sql`update blog_posts set slug = 'elsewhere'`],
  ['scheduled for later', sql`update blog_posts set published_at = now() + interval '1 day'`],
] as const)('a post that is %s is withdrawn', async ([, statement], { db }) => {
  await insertPost(db, 'one', 1);
  expect((await changesOf(db, () => statement.execute(db))).keys).toContain('withdrawn');
});

test('a transaction with more keys than are worth telling apart changes everything', async ({ db }) => {
  const insert = () =>
    sql`insert into blog_posts (title, slug, published, published_at)
        select 'Post', 'post-' || n, true, now() from generate_series(1, 600) n`.execute(db);
  expect((await changesOf(db, insert)).keys).toEqual(['all']);
});

test('changes since a version that is not recorded, or lies ahead, are not known', async ({ db }) => {
  const id = await insertPost(db, 'one', 1);
  await endTransaction(db);
  const { version } = await readContentVersion(db, undefined);
  await sql`update content_version set version = version + 1`.execute(db);
  expect((await readContentVersion(db, version)).changes).toBeUndefined();
  expect((await readContentVersion(db, String(Number(version) + 5))).changes).toBeUndefined();
  await sql`update content_version set raised_by = '3'`.execute(db);
  await sql`update blog_posts set content = 'x' where id = ${id}`.execute(db);
  await endTransaction(db);
  expect((await readContentVersion(db, version)).changes).toBeUndefined();
  expect((await readContentVersion(db, String(Number(version) + 1))).changes).toContain(`post:${id}`);
});

test('a scheduled post says when it is due and what that changes', async ({ db }) => {
  await insertPost(db, 'later', -2);
  await sql`insert into blog_tags (name, slug) values ('Tools', 'tools')`.execute(db);
  const { rows } = await sql<{ tag: string }>`
    insert into blog_post_tags select p.id, t.id
    from blog_posts p, blog_tags t returning tag_id as tag`.execute(db);
  await insertPost(db, 'much-later', -5);
  const { millisecondsUntilDue, millisecondsUntilSecondDue, dueKeys } = await readContentVersion(
    db,
    undefined,
  );
  expect(millisecondsUntilDue).toBeGreaterThan(7_000_000);
  expect(millisecondsUntilDue).toBeLessThan(7_300_000);
  expect(millisecondsUntilSecondDue).toBeGreaterThan(17_800_000);
  expect(millisecondsUntilSecondDue).toBeLessThan(18_100_000);
  expect(dueKeys.toSorted()).toEqual(['list', 'newest', 'sitemap', `tag:${rows[0]?.tag}`]);
});

test('without a scheduled post none is due', async ({ db }) => {
  expect(await readContentVersion(db, undefined)).toMatchObject({ millisecondsUntilDue: null, dueKeys: [] });
});

test('a commit that changes content notifies every listener, no draft or rollback', async ({ ofFile }) => {
  let notified = 0;
  const listen = { channel: contentChannel, onNotification: () => (notified += 1) };
  const listener = openDatabase(ofFile.connection, {
    timeZone: 'UTC',
    onIdleError: () => {},
    max: 1,
    listen,
  });
  await sql`select 1`.execute(listener.db);
  const inTransaction = async (work: (db: Database) => Promise<unknown>, end: 'commit' | 'rollback') => {
    const transaction = await ofFile.db.startTransaction().execute();
    await work(transaction);
    await transaction[end]().execute();
  };
  await inTransaction((db) => insertPost(db, 'draft', 1, false), 'commit');
  await inTransaction((db) => insertPost(db, 'rolled-back', 1), 'rollback');
  await inTransaction(async (db) => {
    await insertPost(db, 'one', 1);
    await insertPost(db, 'two', 1);
  }, 'commit');
  await expect.poll(() => notified).toBeGreaterThan(0);
  // Whatever was notified before this came before it.
  await sql`select 1`.execute(listener.db);
  expect(notified).toBe(1);
  await ofFile.db.deleteFrom('blog_posts').execute();
  await listener.close();
});
