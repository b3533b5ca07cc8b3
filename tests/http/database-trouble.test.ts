import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { createClient } from '#tests/client.ts';
import { useDatabase } from '#tests/database.ts';
import { useDatabaseLine } from '#tests/database-line.ts';
import { urlOf } from '#tests/database-url.ts';
import { contactMessage, postForm } from '#tests/factories.ts';
import { ownerSettings, useOwner } from '#tests/people.ts';
import { useProduct } from '#tests/product.ts';

/** A database that answers, and yet does not do what it should. */

const database = useDatabase();
const line = useDatabaseLine(database);
const settings = () => ({ ...ownerSettings, DATABASE_URL: urlOf(line.connection) });
const product = useProduct(settings, { database });
const admin = useOwner(product);
const visitor = createClient(product);

afterEach(async () => {
  line.mend();
  await expect
    .poll(async () => (await visitor.get('/readyz')).status, { timeout: 15_000, interval: 200 })
    .toBe(200);
});

const save = () => admin.post('/admin/posts/new.data', postForm({ title: 'Saved in trouble' }));
const countMessages = async (text: string) =>
  (await database.db.selectFrom('messages').select('id').where('message', '=', text).execute()).length;
const ready = async () => (await visitor.get('/readyz')).text();

describe('a line that breaks at the commit', () => {
  test('where the database stays away, the form says neither yes nor no; sent again, the message is stored once', async () => {
    const sent = contactMessage();
    line.loseNextCommit('answer lost, line cut', () => line.cut(), 'insert into "messages"');
    const answer = await visitor.post('/contact', sent);
    expect(answer.status).toBe(503);
    expect(await answer.text()).toMatch(/role="alert"[^>]*><p>We could not confirm that this was stored\./);
    line.mend();
    await expect
      .poll(async () => (await visitor.post('/contact', sent)).status, { timeout: 10_000 })
      .toBe(200);
    expect(await countMessages(sent.message)).toBe(1);
  });

  test('a save in the admin is answered 503 with Retry-After while the database is away', async () => {
    line.cut();
    const answer = await save();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  });
});

test('a frozen database is told within two seconds', async () => {
  expect((await admin.get('/admin')).status).toBe(200);
  line.freeze();
  const begin = performance.now();
  const answers = await Promise.all([save(), visitor.get('/search?q=post')]);
  expect(performance.now() - begin).toBeLessThan(2_300);
  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  expect((await visitor.get('/readyz')).status).toBe(503);
});

describe('a database that is read-only', () => {
  const setReadOnly = async (isReadOnly: boolean) => {
    const client = new pg.Client({ ...database.connection, database: 'postgres' });
    await client.connect();
    await client.query(
      `alter database ${database.connection.database} set default_transaction_read_only = ${isReadOnly}`,
    );
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      database.connection.database,
    ]);
    await client.end();
  };
  beforeAll(() => setReadOnly(true));
  afterAll(() => setReadOnly(false));
  // The file's own check after each test needs a database that is well.
  afterEach(() => setReadOnly(false));

  test('is not ready and says why; reading goes on, and a save says why it cannot be', async () => {
    await expect.poll(ready, { timeout: 5_000 }).toBe('not ready: the database is read-only\n');
    expect((await visitor.get('/search?q=post')).status).toBe(200);
    expect((await admin.get('/admin/posts')).status).toBe(200);
    const answer = await save();
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('The database is read-only at the moment. Nothing can be saved.');
    expect((await visitor.post('/contact', contactMessage())).status).toBe(503);
  });
});

test('commits that never end take no places of readers, and are told by /readyz', async () => {
  await sql`create function wait_long() returns trigger language plpgsql as
    'begin perform pg_sleep(8); return null; end'`.execute(database.db);
  await sql`create constraint trigger waits after insert on messages deferrable initially deferred
    for each row execute function wait_long()`.execute(database.db);
  const sent = Array.from({ length: 12 }, () => visitor.post('/contact', contactMessage()));
  await sleep(1_000);
  const read = async () => {
    const answers = await Promise.all([
      visitor.get('/search?q=post'),
      visitor.get('/blog/nowhere'),
      admin.get('/admin/posts'),
      admin.get('/admin/messages'),
    ]);
    return answers.map(({ status }) => status);
  };
  // On a busy machine a first statement can take longer than its limit; the commits hang for longer than this.
  await expect.poll(read, { timeout: 5_000 }).toEqual([200, 404, 200, 200]);
  expect(await ready()).toMatch(/^not ready/);
  await sql`drop trigger waits on messages`.execute(database.db).catch(() => {});
  await Promise.all(sent);
});
