import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { lockViewCounting } from '#db/queries/views.ts';
import type { DomainContext } from '#domain/context.ts';
import { deletePosts } from '#domain/posts/delete-posts.ts';
import { countLockWaits, useDatabase } from '#tests/database.ts';
import { addPost, contextAs } from '#tests/factories.ts';

const database = useDatabase();

/** Resolves when a connection of this database waits for a lock, or when `work` ends without waiting. */
async function untilOneWaits(work: Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  const end = () => ended.abort();
  work.then(end, end);
  while (!ended.signal.aborted && (await countLockWaits(database.db)) === 0);
}

/**
 * Counting locks the calendar and then, by the foreign keys of its sums, the posts. A deletion that locked them the other
 * way round would be in a deadlock with it.
 */
async function expectNoPostLockedBeforeCalendar(
  postId: string,
  startDeletion: () => Promise<unknown>,
): Promise<void> {
  const counting = await database.db.startTransaction().execute();
  await lockViewCounting(counting);
  const deletion = startDeletion();
  await untilOneWaits(deletion);
  const { rows } = await sql`
    select id from blog_posts where id = ${postId} for key share skip locked`.execute(counting);
  await counting.commit().execute();
  await deletion;
  expect(rows).toEqual([{ id: postId }]);
  expect(await database.db.selectFrom('blog_posts').select('id').execute()).toEqual([]);
}

type Deletion = (ctx: DomainContext, id: string) => Promise<unknown>;

test.each<[string, Deletion]>([
  ['deletePosts', (ctx, id) => deletePosts(ctx, { ids: [id] })],
  ['a delete statement', ({ db }, id) => db.deleteFrom('blog_posts').where('id', '=', id).execute()],
])('%s locks no post before the calendar of views', async (_, startDeletion) => {
  const ctx = await contextAs(database.db, 'admin');
  const { id } = await addPost(ctx, { published: true });
  await expectNoPostLockedBeforeCalendar(id, () => startDeletion(ctx, id));
});
