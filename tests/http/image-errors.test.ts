import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';

import { createOwner, type Client } from '#tests/client.ts';
import { photograph } from '#tests/image-files.ts';
import { peakDuring } from '#tests/process-memory.ts';
import { leftOutFor } from '#tests/programs.ts';
import { startProduct, useProduct } from '#tests/product.ts';
import { startS3Server } from '#tests/s3-server.ts';
import { openUpload, imageFiles, upload as send, uploadsEnded } from '#tests/uploads.ts';

/** The machine may be busy. */
const soon = { timeout: 20_000 };
const megabytes = 1_000_000;

const product = useProduct();
let admin: Client;

beforeAll(async () => {
  admin = await createOwner(product);
});

const upload = (bytes: Uint8Array, options?: Parameters<typeof send>[2]) => send(admin, bytes, options);

/** Every file and row that uploads have left anywhere. */
async function leftovers(): Promise<{ files: string[]; rows: number }> {
  const rows = await product.database.db.selectFrom('images').select('id').execute();
  return { files: await imageFiles(product), rows: rows.length };
}

async function settled(): ReturnType<typeof leftovers> {
  await uploadsEnded(product);
  return leftovers();
}

describe('nothing is left behind', () => {
  test('by a client that leaves half-way', async () => {
    const before = await settled();
    const bytes = await photograph(1000, 1000);
    const half = bytes.subarray(0, bytes.byteLength / 2);
    const clients = Array.from({ length: 5 }, () =>
      openUpload(product, admin, { 'content-length': String(bytes.byteLength) }),
    );
    for (const client of clients) client.write(half);
    const begun = async () => (await imageFiles(product)).length - before.files.length;
    await expect.poll(begun, soon).toBe(clients.length);
    for (const client of clients) client.destroy();
    await expect.poll(leftovers, soon).toEqual(before);
  });

  test('by a store that cannot be written', async () => {
    await upload(await photograph(64, 64));
    const before = await settled();
    const storage = join(product.dataDir, 'storage');
    await rename(storage, `${storage}.away`);
    await writeFile(storage, 'not a folder');
    try {
      expect(await upload(await photograph(64, 64))).toMatchObject({
        status: 503,
        body: { message: expect.stringContaining('image store cannot be reached') },
      });
      expect((await fetch(`${product.origin}/readyz`)).status).toBe(503);
      expect((await fetch(`${product.origin}/blog`)).status).toBe(200);
    } finally {
      await rm(storage);
      await rename(`${storage}.away`, storage);
    }
    expect(await settled()).toEqual(before);
    expect((await upload(await photograph(64, 64))).status).toBe(201);
  });
});

test('twenty images at once are all taken, in bounded memory', async () => {
  const images = Array.from<Buffer>({ length: 20 }).fill(await photograph(3000, 2000));
  const { result, before, peak } = await peakDuring(product.pid, () =>
    Promise.all(images.map((bytes) => upload(bytes))),
  );
  expect(result.map(({ status }) => status)).toEqual(images.map(() => 201));
  expect(peak - before).toBeLessThan(250 * megabytes);
}, 120_000);

const smallDisk = mountSmallDisk();

const disk = leftOutFor(smallDisk === null ? 'root, to mount a disk' : '');

test.skipIf(disk.isMissing)(
  `a full disk is said, nothing is left, images are still shown${disk.note}`,
  async () => {
    const dataDir = smallDisk ?? '';
    const tight = await startProduct({ DATA_DIR: dataDir });
    try {
      const client = await createOwner(tight);
      const { body } = await send(client, await photograph(400, 300));
      const filesNow = () => readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).toSorted();
      await uploadsEnded({ dataDir });
      const before = filesNow();
      const noise = { width: 900, height: 900, channels: 3 as const };
      const large = await sharp(randomBytes(900 * 900 * 3), { raw: noise })
        .png()
        .toBuffer();
      expect(await send(client, large)).toMatchObject({
        status: 507,
        body: { message: 'There is no room left for images on the server. Nothing was stored.' },
      });
      await expect.poll(filesNow, soon).toEqual(before);

      writeFileSync(join(dataDir, 'filler'), Buffer.alloc(statfsSync(dataDir).bavail * 4096));
      const shown = await fetch(`${tight.origin}${body.src}?w=320`, { headers: { accept: 'image/avif' } });
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect(shown.headers.get('cache-control')).toBe('public, max-age=60');
      await shown.arrayBuffer();
      rmSync(join(dataDir, 'filler'));
      const again = await fetch(`${tight.origin}${body.src}?w=320`, { headers: { accept: 'image/avif' } });
      expect(again.headers.get('content-type')).toBe('image/avif');
      await again.arrayBuffer();
      expect((await send(client, await photograph(64, 64))).status).toBe(201);
    } finally {
      await tight.stop();
      spawnSync('umount', [dataDir]);
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  60_000,
);

test('a service that is down is said; what was made before is still shown; it heals by itself', async () => {
  const service = await startS3Server();
  const remote = await startProduct(service.env);
  try {
    const client = await createOwner(remote);
    const { body } = await send(client, await photograph(400, 300));
    const small = () => fetch(`${remote.origin}${body.src}?w=320`, { headers: { accept: 'image/webp' } });
    expect((await small()).status).toBe(200);
    await service.pause();

    const began = performance.now();
    expect(await send(client, await photograph(400, 300))).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('image store cannot be reached') },
    });
    expect(performance.now() - began).toBeLessThan(10_000);
    expect((await small()).status).toBe(200);
    expect((await fetch(`${remote.origin}${body.src}`)).status).toBe(503);
    expect((await fetch(`${remote.origin}/blog`)).status).toBe(200);
    expect((await fetch(`${remote.origin}/readyz`)).status).toBe(503);

    await service.resume();
    expect((await send(client, await photograph(400, 300))).status).toBe(201);
    const stored = await service.objects();
    expect(stored.filter((name) => /\.(?:jpg|png|webp)$/.test(name))).toHaveLength(2);
  } finally {
    await remote.stop();
    await service.stop();
  }
}, 120_000);

/** Two megabytes of disk; null where this user may not have them. */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'anyforge-small-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder]);
  if (status === 0) return folder;
  rmSync(folder, { recursive: true });
  return null;
}
