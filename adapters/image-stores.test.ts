import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import type { ImageKey } from '#domain/images/image.ts';
import type { ImageStore } from '#domain/images/image-services.ts';
import { startS3Server, type S3Server } from '#tests/s3-server.ts';
import { useFolder } from '#tests/folder.ts';
import { createImagesOnDisk, createImagesOnS3 } from './image-store.ts';

let service: S3Server;
const folder = useFolder();
let file: string;
const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));
const key: ImageKey = { folder: 'editor-images', name: `${'3'.repeat(39)}.jpg` };

beforeAll(async () => {
  service = await startS3Server();
  file = join(folder, 'image');
  await writeFile(file, bytes);
}, 30_000);
afterAll(async () => {
  await service.stop();
});

const stores: Record<string, () => ImageStore> = {
  disk: () => createImagesOnDisk(join(folder, 'store')),
  s3: () => createImagesOnS3(service.settings),
};

test.each(Object.keys(stores))('%s keeps an image byte by byte until it is removed', async (kind) => {
  const store = stores[kind]?.();
  if (!store) throw new Error(kind);
  await store.check();
  expect(await store.read(key)).toBeNull();
  await store.put(key, file);
  const found = await store.read(key);
  expect(found?.bytes).toBe(bytes.byteLength);
  expect(found && (await buffer(found.stream)).equals(bytes)).toBe(true);
  await store.remove(key);
  expect(await store.read(key)).toBeNull();
  await store.remove(key);
});

test('what a process left that was killed while it wrote goes with the image, and keeps it from nothing', async () => {
  const root = join(folder, 'killed');
  const store = createImagesOnDisk(root);
  await mkdir(join(root, key.folder), { recursive: true });
  const arriving = join(root, key.folder, `${key.name}.arriving`);
  await writeFile(arriving, 'half');
  await store.remove(key);
  expect(await readdir(join(root, key.folder))).toEqual([]);
  await writeFile(arriving, 'half');
  await store.put(key, file);
  expect(await readdir(join(root, key.folder))).toEqual([key.name]);
});

test('a link in the folder leads nowhere, and what it names is never removed', async () => {
  const root = join(folder, 'linked');
  await mkdir(join(root, key.folder), { recursive: true });
  await symlink(file, join(root, key.folder, key.name));
  const store = createImagesOnDisk(root);
  expect(await store.read(key)).toBeNull();
  await store.remove(key);
  expect((await readFile(file)).equals(bytes)).toBe(true);
});

test('a call whose connection the service drops is made once more', async () => {
  const { port } = new URL(service.settings.endpoint);
  let drops = 1;
  const dropping = createServer((socket) => {
    socket.on('error', () => {});
    if (drops-- > 0) socket.destroy();
    else socket.pipe(connect(Number(port), '127.0.0.1')).pipe(socket);
  });
  await new Promise<void>((resolve) => dropping.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void dropping.close());
  const { port: own } = dropping.address() as AddressInfo;
  const store = createImagesOnS3({ ...service.settings, endpoint: `http://127.0.0.1:${own}` });
  await store.put(key, file);
  expect((await store.read(key))?.bytes).toBe(bytes.byteLength);
  await store.remove(key);
});

test('a wrong key, a bucket that is not there and a service that is away are all "unavailable"', async () => {
  for (const wrong of [
    { secretAccessKey: 'not the secret' },
    { bucket: 'no-such-bucket' },
    { endpoint: 'http://127.0.0.1:9' },
  ]) {
    const store = createImagesOnS3({ ...service.settings, ...wrong });
    await expect(store.put(key, file), JSON.stringify(wrong)).rejects.toMatchObject({
      reason: 'unavailable',
    });
    await expect(store.check(), JSON.stringify(wrong)).rejects.toMatchObject({ reason: 'unavailable' });
  }
  expect(await service.objects()).toEqual([]);
});
