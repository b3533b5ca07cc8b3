import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { expect } from 'vitest';

import { createImagesOnDisk, createImagesOnS3 } from '#adapters/image-store.ts';
import { updateInstallation } from '#db/queries/installation.ts';
import { imageKeyOf } from '#domain/images/image.ts';
import { test } from '#tests/database.ts';
import { addStoredImage } from '#tests/factories.ts';
import { useFolder } from '#tests/folder.ts';
import { startS3Server } from '#tests/s3-server.ts';
import { findOtherStorage, identifyStorage } from './storage-identity.ts';

const folder = useFolder();
const placeOf = (name: string) => join(folder, name);
const storeIn = (name: string) => createImagesOnDisk(placeOf(name));

test('a second place of images is told so, with what to do, and the first one is not', async ({ db }) => {
  const [first, second] = [storeIn('first'), storeIn('second')];
  expect(await findOtherStorage(db, first)).toBeNull();
  expect(await identifyStorage(db, first)).toBeNull();
  const known = await first.readIdentity();
  const repair = expect.stringContaining(`write ${known} into ${placeOf('second')}/.storage-id`);
  const other = { text: expect.stringContaining('does not keep images where'), repair };
  expect([await identifyStorage(db, second), await findOtherStorage(db, second)]).toEqual([other, other]);
  expect([await identifyStorage(db, first), await findOtherStorage(db, first)]).toEqual([null, null]);
});

test('a moved, copied or restored place of images is the same one', async ({ db }) => {
  const { src } = await addStoredImage(db);
  const key = imageKeyOf(src);
  if (!key) throw new Error('The image has no key.');
  const before = storeIn('before');
  await before.put(key, import.meta.filename);
  expect(await identifyStorage(db, before)).toBeNull();

  await cp(placeOf('before'), placeOf('moved'), { recursive: true });
  expect(await identifyStorage(db, storeIn('moved'))).toBeNull();
  // `cp before/* copied` leaves out what begins with a dot.
  await cp(placeOf('before'), placeOf('copied'), { recursive: true });
  await rm(join(placeOf('copied'), '.storage-id'));
  expect(await findOtherStorage(db, storeIn('copied'))).toBeNull();
  expect(await identifyStorage(db, storeIn('copied'))).toBeNull();
  expect(await identifyStorage(db, storeIn('empty'))).not.toBeNull();
  // As a restore leaves it.
  await updateInstallation(db, { storage_id: null });
  expect(await identifyStorage(db, storeIn('empty'))).toBeNull();
});

test('two machines with one bucket have one place of images', async ({ db }) => {
  const server = await startS3Server();
  try {
    const stores = [createImagesOnS3(server.settings), createImagesOnS3(server.settings)] as const;
    expect([await identifyStorage(db, stores[0]), await identifyStorage(db, stores[1])]).toEqual([
      null,
      null,
    ]);
    expect(await stores[0].readIdentity()).toMatch(/^[0-9a-f-]{36}$/);
  } finally {
    await server.stop();
  }
});
