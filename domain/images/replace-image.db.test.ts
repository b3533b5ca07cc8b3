import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Database } from '#db/client.ts';
import { insertArrivingImage, settleImage } from '#db/queries/images.ts';
import { lockPost } from '#db/queries/posts.ts';
import type { DomainContext } from '#domain/context.ts';
import { createPost } from '#domain/posts/create-post.ts';
import { createOwnDatabase, type OwnDatabase } from '#tests/database.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { deleteImage } from './delete-image.ts';
import { imageAddress } from './image.ts';
import { replaceImage } from './replace-image.ts';

let own: OwnDatabase;
let ctx: DomainContext;
let lastName = 0;

beforeAll(async () => {
  own = await createOwnDatabase();
  ctx = await contextAs(own.db, 'editor');
});
afterAll(async () => {
  await own.drop();
});

/** A stored image, without its file. */
async function storedImage(): Promise<{ id: string; src: string }> {
  lastName += 1;
  const key = { folder: 'featured-images' as const, name: `${String(lastName).padStart(39, '6')}.jpg` };
  const { id } = await insertArrivingImage(own.db, { ...key, width: 800, height: 600, bytes: 1000 });
  await settleImage(own.db, id);
  return { id, src: imageAddress(key) };
}

/** Runs `work` with a transaction that stays open until `replaceImage` waits for a lock of it. */
async function replaceDuring(
  { from, to }: { from: string; to: string },
  work: (trx: Database) => Promise<unknown>,
  whileWaiting: () => Promise<unknown> = async () => {},
): Promise<{ posts: number; isKept: boolean } | Error> {
  const trx = await own.db.startTransaction().execute();
  try {
    await work(trx);
    const replacing = replaceImage(ctx, from, to).catch((error: Error) => error);
    await untilBlocked();
    await whileWaiting();
    await trx.commit().execute();
    return await replacing;
  } finally {
    if (!trx.isCommitted) await trx.rollback().execute();
  }
}

async function untilBlocked(): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(own.db);
    if (rows.length > 0) return;
    await sleep(10);
  }
}

const imageOf = (id: string) =>
  own.db.selectFrom('images').select(['state', 'unused_since']).where('id', '=', id).executeTakeFirst();
const linksTo = (id: string) =>
  own.db.selectFrom('post_images').select('post_id').where('image_id', '=', id).execute();

test('replaceImage is refused when a post began to use the image after the posts were listed', async () => {
  const [old, fresh] = [await storedImage(), await storedImage()];
  const listed = await createPost(ctx, newPost({ featuredImage: old.src }));
  let added = '';
  const outcome = await replaceDuring(
    { from: old.id, to: fresh.id },
    (trx) => lockPost(trx, listed.id),
    async () => {
      added = (await createPost(ctx, newPost({ featuredImage: old.src }))).id;
    },
  );
  expect(outcome).toMatchObject({ kind: 'conflict' });
  expect(await imageOf(old.id)).toEqual({ state: 'stored', unused_since: null });
  expect((await linksTo(old.id)).map(({ post_id }) => post_id).toSorted()).toEqual(
    [listed.id, added].toSorted(),
  );
  expect(await linksTo(fresh.id)).toEqual([]);
});

test('replaceImage waits for a save that is adding the image, and is refused after its commit', async () => {
  const [old, fresh] = [await storedImage(), await storedImage()];
  const outcome = await replaceDuring({ from: old.id, to: fresh.id }, (trx) =>
    createPost({ ...ctx, db: trx }, newPost({ featuredImage: old.src })),
  );
  expect(outcome).toMatchObject({ kind: 'conflict' });
  expect(await imageOf(old.id)).toEqual({ state: 'stored', unused_since: null });
});

test('replaceImage is refused when the other image was deleted after it was looked up', async () => {
  const [old, fresh] = [await storedImage(), await storedImage()];
  const post = await createPost(ctx, newPost({ featuredImage: old.src }));
  const outcome = await replaceDuring(
    { from: old.id, to: fresh.id },
    (trx) => lockPost(trx, post.id),
    () => deleteImage(ctx, fresh.id),
  );
  expect(outcome).toMatchObject({ kind: 'not-found' });
  expect(await linksTo(old.id)).toHaveLength(1);
  const row = await own.db
    .selectFrom('blog_posts')
    .select('featured_image')
    .where('id', '=', post.id)
    .executeTakeFirst();
  expect(row?.featured_image).toBe(old.src);
});
