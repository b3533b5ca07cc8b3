import { sql } from 'kysely';
import { expect } from 'vitest';

import { addPost, contextAs } from '#tests/factories.ts';
import { countLockWaits, createOwnDatabase, test } from '#tests/database.ts';
import { runTransaction } from '#db/transaction.ts';
import { announceEditor } from './announce-editor.ts';
import { deletePosts } from './delete-posts.ts';

test('announceEditor names the other users with the post open, not the actor', async ({ db }) => {
  const [one, other] = [await contextAs(db, 'editor'), await contextAs(db, 'admin')];
  const { id } = await addPost(one);
  const { id: elsewhere } = await addPost(one);
  expect(await announceEditor(one, id)).toEqual([]);
  expect(await announceEditor(one, id)).toEqual([]);
  const [name, ...more] = await announceEditor(other, id);
  expect(more).toEqual([]);
  expect(name).toBeTruthy();
  expect(await announceEditor(other, elsewhere)).toEqual([]);
  expect(await announceEditor(one, id)).toHaveLength(1);
});

test('announceEditor leaves out a user who was not announced for 40 seconds', async ({ db }) => {
  const [one, other] = [await contextAs(db, 'editor'), await contextAs(db, 'admin')];
  const { id } = await addPost(one);
  await announceEditor(one, id);
  const age = (seconds: number) =>
    sql`update blog_post_editors set seen_at = now() - make_interval(secs => ${seconds})`.execute(db);
  await age(39);
  expect(await announceEditor(other, id)).toHaveLength(1);
  await age(41);
  expect(await announceEditor(other, id)).toEqual([]);
});

test('announceEditor keeps a row per user and post, and none older than an hour', async ({ db, ctx }) => {
  const posts = await Promise.all([1, 2, 3].map(() => addPost(ctx)));
  const rows = () => db.selectFrom('blog_post_editors').select('post_id').execute();
  for (const { id } of posts) await Promise.all([announceEditor(ctx, id), announceEditor(ctx, id)]);
  expect(await rows()).toHaveLength(3);
  await sql`update blog_post_editors set seen_at = now() - interval '61 minutes'`.execute(db);
  const id = posts[0]?.id ?? '';
  await announceEditor(ctx, id);
  expect(await rows()).toEqual([{ post_id: id }]);
  await deletePosts(ctx, { ids: [id] });
  expect(await rows()).toEqual([]);
});

test('announceEditor of a post that is being deleted waits for that and stores nothing', async () => {
  const own = await createOwnDatabase();
  try {
    const ctx = await contextAs(own.db, 'editor');
    const { id } = await addPost(ctx);
    const announced = await runTransaction(own.db, async (trx) => {
      await trx.deleteFrom('blog_posts').where('id', '=', id).execute();
      const names = announceEditor(ctx, id);
      await expect.poll(() => countLockWaits(own.db)).toBe(1);
      return { names };
    });
    expect(await announced.names).toEqual([]);
  } finally {
    await own.drop();
  }
});

test('announceEditor of a post that does not exist stores nothing', async ({ db, ctx }) => {
  expect(await announceEditor(ctx, '3f6f5a52-0f55-4c0e-8f69-2f7c3f1f0a11')).toEqual([]);
  expect(await announceEditor(ctx, 'no id')).toEqual([]);
  expect(await db.selectFrom('blog_post_editors').selectAll().execute()).toEqual([]);
});
