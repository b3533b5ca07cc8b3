import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { listNamedFigures, listTopPosts } from '#db/queries/analytics.ts';
import { beginViewDay } from '#db/queries/views.ts';
import { listViewDifferences } from '#tests/view-differences.ts';
import { countLockWaits, createOwnDatabase, useDatabase } from '#tests/database.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { letDaysPass, newView } from '#tests/views.ts';
import { createViewRecorder, type ViewRecorder } from './view-recorder.ts';

const { db } = useDatabase();
let recorder: ViewRecorder;

beforeEach(() => {
  recorder = createViewRecorder(db);
});
afterEach(async () => {
  expect(await listViewDifferences(db)).toEqual([]);
});

async function post(fields: Record<string, unknown> = { published: 'true' }) {
  const ctx = await contextAs(db, 'editor');
  const { id } = await addPost(ctx, fields);
  return { id, ctx };
}

function stats(id: string) {
  return db.selectFrom('blog_post_stats').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function ignoredViews(): Promise<Record<string, number>> {
  await beginViewDay(db);
  const rows = await listNamedFigures(db, 90, 10);
  return Object.fromEntries(
    rows.flatMap(({ what, name, views }) => (what === 'ignored' ? [[name, views]] : [])),
  );
}

describe('views that arrive together', () => {
  test('of one visitor and post count once; another visitor, agent or post is another view', async () => {
    const [one, other] = [await post(), await post()];
    const same = newView(one.id, { agent: 'the same' });
    const before = (await ignoredViews())['repeat'] ?? 0;
    await Promise.all([recorder.record(same), recorder.record(same), recorder.record(same)]);
    await recorder.record(same);
    await recorder.record({ ...same, address: '192.0.2.2' });
    await recorder.record({ ...same, agent: 'another' });
    await recorder.record({ ...same, page: other.id });
    expect((await stats(one.id)).total_views).toBe(3);
    expect((await stats(other.id)).total_views).toBe(1);
    expect((await ignoredViews())['repeat']).toBe(before + 3);
  });

  test('after half an hour count again', async () => {
    const { id } = await post();
    const same = newView(id, { agent: 'comes back' });
    await recorder.record(same);
    await sql`update visits_today set counted_at = now() - interval '29 minutes'
      where page = ${id}`.execute(db);
    await recorder.record(same);
    expect((await stats(id)).total_views).toBe(1);
    await sql`update visits_today set counted_at = now() - interval '30 minutes'
      where page = ${id}`.execute(db);
    await recorder.record(same);
    expect((await stats(id)).total_views).toBe(2);
  });

  test('of drafts, scheduled posts and nothing at all are left out, and the others beside them count', async () => {
    const seen = await post();
    const draft = await post({ published: 'false' });
    const scheduled = await post({ published: 'true', publishedAt: '2999-01-01' });
    const before = (await ignoredViews())['hidden'] ?? 0;
    await Promise.all(
      [draft.id, scheduled.id, randomUUID(), seen.id].map((id) => recorder.record(newView(id))),
    );
    expect((await stats(seen.id)).total_views).toBe(1);
    expect((await stats(draft.id)).total_views).toBe(0);
    expect((await stats(scheduled.id)).total_views).toBe(0);
    expect((await ignoredViews())['hidden']).toBe(before + 3);
  });

  test('counted by two instances at once are all there', async () => {
    const posts = await Promise.all([post(), post(), post(), post()]);
    const other = createViewRecorder(db);
    await Promise.all(
      Array.from({ length: 400 }, (_, n) =>
        (n % 2 === 0 ? recorder : other).record(newView(posts[(n * 7) % 4]?.id ?? '')),
      ),
    );
    const totals = await Promise.all(posts.map(async ({ id }) => (await stats(id)).total_views));
    expect(totals.reduce((a, b) => a + b, 0)).toBe(400);
  });
});

describe('views of one network', () => {
  const address = '198.51.100.7';

  test('count at most 50 times a day for a post, whatever agents it names', async () => {
    const [one, other] = [await post(), await post()];
    const before = (await ignoredViews())['network'] ?? 0;
    await Promise.all(Array.from({ length: 300 }, () => recorder.record(newView(one.id, { address }))));
    await recorder.record(newView(one.id, { address }));
    await recorder.record(newView(one.id));
    await recorder.record(newView(other.id, { address }));
    expect((await stats(one.id)).total_views).toBe(51);
    expect((await stats(other.id)).total_views).toBe(1);
    expect((await ignoredViews())['network']).toBe(before + 251);
  });

  test('do not use up the bound by repeats', async () => {
    const { id } = await post();
    const same = newView(id, { address });
    for (let n = 0; n < 60; n += 1) await recorder.record(same);
    await recorder.record(newView(id, { address }));
    expect((await stats(id)).total_views).toBe(2);
  });

  test('count without a bound where limits are off', async () => {
    const { id } = await post();
    const unlimited = createViewRecorder(db, { networkLimits: false });
    await Promise.all(Array.from({ length: 80 }, () => unlimited.record(newView(id, { address }))));
    expect((await stats(id)).total_views).toBe(80);
  });

  test.each([
    ['campaign', 'campaign'],
    ['referrer', 'referrerHost'],
  ] as const)('add at most ten new names of a %s a day', async (kind, field) => {
    const most = 10;
    const { id } = await post();
    const network = newView(id).address;
    const names = Array.from({ length: most + 10 }, () => `${randomUUID()}.example`);
    const record = (name: string, from = network) =>
      recorder.record(newView(id, { address: from, [field]: name }));
    for (const name of names.slice(0, 3)) await record(name);
    await Promise.all(names.map((name) => record(name)));
    // Known names and the names of other networks are kept.
    await record(names[0] ?? '');
    const ofOthers = `${randomUUID()}.example`;
    await recorder.record(newView(id, { [field]: ofOthers }));
    await record(ofOthers);
    const { rows } = await sql<{ name: string; views: number }>`
      select name, views from view_days
      where what = ${kind} and name = any(${[...names, ofOthers]}::text[])`.execute(db);
    const views = new Map(rows.map((row) => [row.name, row.views]));
    expect(views.get(names[0] ?? '')).toBe(3);
    expect(views.get(ofOthers)).toBe(2);
    expect(views.size).toBe(most + 1);
  });
});

test('names from visitors are stored as they were sent', async () => {
  const { id } = await post();
  const campaign = `"{},\\ 'null' NULL\t${randomUUID()}\nü😀`;
  await recorder.record(newView(id, { campaign }));
  const query = db.selectFrom('blog_post_metrics').select('campaign').where('post_id', '=', id);
  const row = await query.executeTakeFirst();
  expect(row?.campaign).toBe(campaign);
});

describe('a new day', () => {
  /** Where the salt lies on the disk. Unlogged: the write-ahead log never holds it. */
  async function saltFile(): Promise<string> {
    const { rows } = await sql<{ file: string; persistence: string }>`
      select pg_relation_filepath(oid) as file, relpersistence as persistence from pg_class
      where relname = 'visitor_salt'`.execute(db);
    expect(rows[0]?.persistence).toBe('u');
    return rows[0]?.file ?? '';
  }

  test('deletes the visitors and their salt, and starts today from zero', async () => {
    const { id } = await post();
    const same = newView(id, { agent: 'every day' });
    await recorder.record(same);
    const saltBefore = await db.selectFrom('visitor_salt').select('salt').executeTakeFirstOrThrow();
    const fileBefore = await saltFile();
    await letDaysPass(db, 1);
    expect((await stats(id)).views_today).toBe(0);

    await recorder.record(same);
    expect(await stats(id)).toMatchObject({ total_views: 2, views_today: 1 });
    const visits = db.selectFrom('visits_today').select('views').where('page', '=', id);
    expect(await visits.execute()).toEqual([{ views: 1 }]);
    const saltAfter = await db.selectFrom('visitor_salt').select('salt').executeTakeFirstOrThrow();
    expect(saltAfter.salt.equals(saltBefore.salt)).toBe(false);
    expect(await saltFile()).not.toBe(fileBefore);
    await beginViewDay(db);
    expect(await listTopPosts(db, 7, 100)).toContainEqual(
      expect.objectContaining({ id, views: expect.objectContaining({ 7: 2 }) }),
    );
  });
});

test('a post that is deleted while views are on their way takes its own with it; those beside it count', async () => {
  const [kept, gone] = [await post(), await post()];
  const before = (await ignoredViews())['hidden'] ?? 0;
  const deletion = await db.startTransaction().execute();
  await sql`delete from blog_posts where id = ${gone.id}`.execute(deletion);
  await sql`set constraints all immediate`.execute(deletion);
  const views = [kept, gone, kept].map(({ id }) => recorder.record(newView(id)));
  await expect.poll(() => countLockWaits(db)).toBe(1);
  await deletion.commit().execute();
  await Promise.all(views);
  expect((await stats(kept.id)).total_views).toBe(2);
  expect((await ignoredViews())['hidden']).toBe(before + 1);
});

test('nothing that was accepted is lost by a stop, and nothing is accepted after it', async () => {
  const { id } = await post();
  const accepted = Array.from({ length: 50 }, () => recorder.record(newView(id)));
  await recorder.stop();
  await Promise.all(accepted);
  expect((await stats(id)).total_views).toBe(50);
  await expect(recorder.record(newView(id))).rejects.toThrow('stopping');
});

test('record rejects when the database cannot store the view', async () => {
  const broken = await createOwnDatabase();
  const lost = createViewRecorder(broken.db);
  await broken.drop();
  await expect(lost.record(newView(randomUUID()))).rejects.toThrow();
});

test('the address of a visitor is nowhere in the database', async () => {
  const { id } = await post();
  await recorder.record(newView(id, { address: '198.51.100.77' }));
  const { rows } = await sql<{ row: string }>`
    select v::text as row from visits_today v
    union all select m::text from blog_post_metrics m where post_id = ${id}`.execute(db);
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.filter(({ row }) => row.includes('198.51.100.77'))).toEqual([]);
});
