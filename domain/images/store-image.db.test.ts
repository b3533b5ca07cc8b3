import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createImagesOnDisk } from '#adapters/image-store.ts';
import { createImageProcessor } from '#adapters/image-processor.ts';
import { createCategory } from '#domain/taxonomy/create-term.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { useDatabase } from '#tests/database.ts';
import { addPost, contextAs, edited } from '#tests/factories.ts';
import { failingAt } from '#tests/failing-database.ts';
import { useFolder } from '#tests/folder.ts';
import { photograph } from '#tests/image-files.ts';
import { updatePost } from '#tests/post-forms.ts';
import { storeImage } from './store-image.ts';
import { deleteUnusedImages } from './delete-unused-images.ts';

const own = useDatabase();
const folder = useFolder();
let ctx: DomainContext;
const processor = createImageProcessor({ workers: 1 });

beforeAll(async () => {
  ctx = await contextAs(own.db, 'editor');
  await writeFile(join(folder, 'photo'), await photograph(200, 150));
});
afterAll(() => processor.close());

const store = () => createImagesOnDisk(join(folder, 'store'));

async function upload(context: DomainContext = ctx) {
  const file = join(folder, 'arrived');
  await copyFile(join(folder, 'photo'), file);
  const input = { folder: 'featured-images', originalName: 'photo.jpg', alt: null };
  return storeImage(context, { store: store(), processor }, file, input);
}

async function storedFiles(): Promise<string[]> {
  const found = await readdir(join(folder, 'store'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return found
    .filter((file) => file.isFile())
    .map(({ name }) => name)
    .toSorted();
}

async function storedRows(): Promise<string[]> {
  const rows = await own.db.selectFrom('images').select(['name', 'state']).orderBy('name').execute();
  return rows.filter(({ state }) => state === 'stored').map(({ name }) => name);
}

test('an upload whose statement fails leaves neither file nor row after the sweep, whichever statement it is', async () => {
  for (let number = 1; ; number += 1) {
    const failing = failingAt(own.db, number);
    const outcome = await upload({ ...ctx, db: failing.db }).catch((error: Error) => error);
    if (!failing.hasFailed()) {
      expect(number).toBeGreaterThan(2);
      break;
    }
    expect(outcome, `statement ${number}`).toBeInstanceOf(Error);
    const anHourAgo = new Date(Date.now() - 3_700_000);
    await sql`update images set created_at = ${anHourAgo} where state = 'arriving'`.execute(own.db);
    await deleteUnusedImages(ctx, store(), { onFailure: () => {} });
    expect(
      [await storedFiles(), await own.db.selectFrom('images').select('id').execute()],
      `statement ${number}`,
    ).toEqual([[], []]);
  }
  expect(await storedFiles()).toEqual(await storedRows());
});

test('a save that replaces the featured image is whole or not at all, whichever statement fails', async () => {
  const category = await createCategory(ctx, { name: 'Harbours' });
  const [before, after] = [await upload(), await upload()];
  const { id } = await addPost(ctx, { title: 'Whole', featuredImage: before.src });
  const fields = edited({ title: 'Changed', featuredImage: after.src, categoryId: category.id });
  const look = async () => ({
    post: await own.db
      .selectFrom('blog_posts')
      .select(['title', 'featured_image', 'version'])
      .where('id', '=', id)
      .executeTakeFirst(),
    links: await own.db.selectFrom('post_images').selectAll().where('post_id', '=', id).execute(),
    images: await own.db.selectFrom('images').select(['id', 'state', 'unused_since']).orderBy('id').execute(),
    files: await storedFiles(),
  });
  const untouched = await look();

  for (let number = 1; ; number += 1) {
    const failing = failingAt(own.db, number);
    const imagesDropped = async () => {
      await deleteUnusedImages(ctx, store(), { onFailure: () => {} });
    };
    const saving = updatePost({ ...ctx, db: failing.db, imagesDropped }, id, fields);
    const outcome = await saving.catch((error: Error) => error);
    if (!failing.hasFailed()) {
      expect(number).toBeGreaterThan(6);
      break;
    }
    expect(outcome, `statement ${number}`).toBeInstanceOf(Error);
    expect(await look(), `statement ${number}`).toEqual(untouched);
  }
  const { post, links, files } = await look();
  expect(post).toMatchObject({ title: 'Changed', featured_image: after.src, version: 2 });
  expect(links).toEqual([{ post_id: id, image_id: after.id, place: 'featured' }]);
  expect(files.some((name) => before.src.endsWith(name))).toBe(false);
});
