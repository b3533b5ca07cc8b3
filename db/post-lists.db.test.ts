import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { retryAfterDeadlock } from '#db/transaction.ts';
import { countLockWaits, useDatabase } from '#tests/database.ts';
import { listDifferences } from '#tests/list-differences.ts';
import type { Database } from './client.ts';
import { migrate, readMigrations } from './migrate.ts';

const own = useDatabase();
const { db, pool } = own;

const any = (table: 'blog_posts' | 'blog_tags' | 'blog_categories' | 'authors') =>
  sql`(select id from ${sql.table(table)} order by random() limit 1)`;

/** Statements of this version and of 1.0, beside each other. */
const writes = [
  sql`update blog_posts set published = not published, published_at = coalesce(published_at, now()) where id = ${any('blog_posts')}`,
  sql`update blog_posts set published = true, published_at = now() + interval '1 day' where id = ${any('blog_posts')}`,
  sql`update blog_posts set category_id = ${any('blog_categories')}, public_author_id = ${any('authors')} where id = ${any('blog_posts')} and kind = 'post'`,
  sql`update blog_posts set kind = 'page', category_id = null where id = ${any('blog_posts')}`,
  sql`update blog_posts set kind = 'post' where id = ${any('blog_posts')}`,
  sql`insert into blog_posts (title, slug, published, published_at) select 'New', 'new-' || gen_random_uuid(), true, now()`,
  sql`delete from blog_posts where id = ${any('blog_posts')}`,
  sql`insert into blog_post_tags (post_id, tag_id) select id, ${any('blog_tags')} from blog_posts where id = ${any('blog_posts')} on conflict do nothing`,
  sql`insert into blog_post_tags (post_id, tag_id) select post_id, ${any('blog_tags')} from blog_post_tags where tag_id = ${any('blog_tags')} on conflict do nothing`,
  sql`delete from blog_post_tags where post_id = ${any('blog_posts')}`,
  sql`delete from blog_tags where id = ${any('blog_tags')} and (select count(*) from blog_tags) > 2`,
  sql`insert into blog_tags (name, slug) select 'Tag', 'tag-' || gen_random_uuid()`,
  sql`delete from authors where id = ${any('authors')} and (select count(*) from authors) > 2`,
  sql`insert into authors (name, slug) select 'Author', 'author-' || gen_random_uuid()`,
];

async function writeAtRandom(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1)
    await retryAfterDeadlock(() =>
      db.transaction().execute(async (trx) => {
        for (let n = 0; n < 1 + (time % 3); n += 1)
          await writes[Math.floor(Math.random() * writes.length)]?.execute(trx);
      }),
    ).catch((error: unknown) => {
      // A tag or author that another transaction deleted meanwhile.
      if (!String(error).includes('foreign key')) throw error;
    });
}

async function addContent(to: Database): Promise<void> {
  await sql`insert into blog_categories (name, slug) values ('Category', 'category')`.execute(to);
  await sql`insert into blog_tags (name, slug) select 'Tag', 'tag-' || n from generate_series(1, 4) n`.execute(
    to,
  );
  await sql`insert into authors (name, slug) select 'Author', 'author-' || n from generate_series(1, 3) n`.execute(
    to,
  );
  await sql`
    insert into blog_posts (title, slug, published, published_at, category_id, public_author_id)
    select 'Post', 'post-' || n, n % 3 > 0, now(), ${any('blog_categories')}, ${any('authors')} from generate_series(1, 12) n`.execute(
    to,
  );
  await sql`insert into blog_post_tags (post_id, tag_id) select p.id, t.id from blog_posts p, blog_tags t`.execute(
    to,
  );
}

test('a database of 1.0 gets the lists of its posts, also those that an older process saves meanwhile', async () => {
  const older = readMigrations().filter(({ name }) => name < '0016');
  await pool.query('drop schema public cascade; create schema public');
  await migrate(pool, { announce: () => {}, migrations: older });
  await addContent(db);
  const saving = await db.startTransaction().execute();
  await sql`update blog_posts set published = true`.execute(saving);
  await sql`delete from blog_tags where slug = 'tag-1'`.execute(saving);
  const migrated = migrate(pool, { announce: () => {} });
  await expect.poll(() => countLockWaits(db)).toBe(1);
  await saving.commit().execute();
  expect(await migrated).toContain('0016_post_lists.sql');
  expect(await listDifferences(db)).toEqual([]);
  const { rows } = await sql`select posts from list_totals where list = ${any('blog_categories')}`.execute(
    db,
  );
  expect(rows).toEqual([{ posts: 12 }]);
});

test('a draft that gets a tag and is published beside that is in the list of the tag', async () => {
  const post = sql`(select id from blog_posts where slug = 'post-1')`;
  await sql`update blog_posts set published = false where id = ${post}`.execute(db);
  await sql`insert into blog_tags (name, slug) values ('Added', 'added')`.execute(db);
  const tagging = await db.startTransaction().execute();
  await sql`insert into blog_post_tags (post_id, tag_id) select ${post}, id from blog_tags where slug = 'added'`.execute(
    tagging,
  );
  await sql`set constraints all immediate`.execute(tagging);
  const published = sql`update blog_posts set published = true where id = ${post}`.execute(db);
  await expect.poll(() => countLockWaits(db)).toBe(1);
  await tagging.commit().execute();
  await published;
  expect(await listDifferences(db)).toEqual([]);
});

test('lists and totals are those of the posts after any writes beside each other', async () => {
  for (let round = 1; round <= 5; round += 1) {
    await Promise.all(Array.from({ length: 4 }, () => writeAtRandom(15)));
    expect(await listDifferences(db), `round ${round}`).toEqual([]);
  }
});
