import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { request as ask } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createClient, type Client } from '#tests/client.ts';
import { photograph } from '#tests/pictures.ts';
import { peakDuring } from '#tests/process-memory.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { startS3Server } from '#tests/s3-server.ts';
import { cookieOf, readUploads, upload as send, uploadsMissing, type UploadAnswer } from '#tests/uploads.ts';

const owner = { email: 'owner@firm.test', displayName: 'Owner', password: 'correct horse' };
/** The machine may be busy. */
const soon = { timeout: 20_000 };
const mostBytes = 15 * 1024 * 1024;
const megabytes = 1_000_000;

let product: RunningProduct;
let admin: Client;

beforeAll(async () => {
  product = await startProduct();
  admin = createClient(product);
  const link = new URL(product.setupLink());
  expect((await admin.post(link.pathname + link.search, owner)).status).toBe(302);
});
afterAll(() => product.stop());

const upload = (bytes: Uint8Array, options: Parameters<typeof send>[3] = {}) =>
  send(product, admin, bytes, options);
const get = async (path: string) => Buffer.from(await (await fetch(product.origin + path)).arrayBuffer());

/** Every file and row that an upload leaves anywhere. */
/** What there is once no upload is on its way: its file goes after its answer. */
async function settled(): ReturnType<typeof leftovers> {
  await uploadsEnded(product.dataDir);
  return leftovers();
}

async function uploadsEnded(dataDir: string): Promise<void> {
  const onTheirWay = () => readdir(join(dataDir, 'uploads')).catch(() => []);
  await expect.poll(onTheirWay, soon).toEqual([]);
}

async function leftovers(): Promise<{ files: string[]; rows: number }> {
  const found = await Promise.all(
    ['storage', 'uploads'].map((folder) =>
      readdir(join(product.dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => []),
    ),
  );
  const files = found.flat().filter((file) => file.isFile());
  const rows = await product.database.db.selectFrom('images').select('id').execute();
  return { files: files.map(({ name }) => name).toSorted(), rows: rows.length };
}

describe.skipIf(uploadsMissing !== null)(
  `collected files${uploadsMissing === null ? '' : ` (skipped: ${uploadsMissing})`}`,
  () => {
    /** Refused by what they hold; the others in `valid` are taken. */
    const refused: Record<string, RegExp> = {
      'sharp-circle.svg': /SVG/,
      'small-svg.svg': /SVG/,
      'small-bmp.bmp': /BMP/,
      'small-heif.heif': /HEIC/,
      'small-html5.html': /not a picture/,
      'small-iso-html.html': /not a picture/,
      'small-ico.ico': /ICO/,
      'small-jpeg2.jp2': /JPEG 2000/,
      'small-jxl.jxl': /JPEG XL/,
      'small-pdf.pdf': /PDF/,
      'small-tiff.tif': /TIFF/,
      // The smallest files that begin like one: there is no picture in them.
      'small-gif.gif': /damaged or cut off/,
      'small-webp.webp': /damaged or cut off/,
      'small-png-truncated.png': /damaged or cut off/,
    };

    test('each valid picture is taken, whatever it is called; everything else is refused in words', async () => {
      for (const { name, bytes } of readUploads('valid')) {
        const { status, body } = await upload(bytes, {
          query: '?name=photo.jpg',
          headers: { 'content-type': 'image/jpeg' },
        });
        const sentence = refused[name];
        if (sentence === undefined) expect([status, body.message], name).toEqual([201, undefined]);
        else {
          expect(status, name).toBeGreaterThanOrEqual(415);
          expect(status, name).toBeLessThan(500);
          expect(body.message, name).toMatch(sentence);
        }
      }
    }, 120_000);

    test('a bomb takes neither time nor memory, and the process lives', async () => {
      await upload(await photograph(64, 64));
      for (const { name, bytes } of readUploads('bombs')) {
        const began = performance.now();
        const { result, before, peak } = await peakDuring(product.pid, () => upload(bytes));
        expect([201, 415, 422], name).toContain(result.status);
        if (result.status !== 201)
          expect(result.body.message, name).toMatch(/megapixels|damaged|ICO|frames|too long/);
        expect(peak - before, name).toBeLessThan(200 * megabytes);
        // Two seconds by itself; this machine may be busy with other tests.
        expect(performance.now() - began, name).toBeLessThan(10_000);
      }
      expect((await fetch(`${product.origin}/healthz`)).status).toBe(200);
    }, 120_000);

    test('nothing is left of what a camera or a stranger wrote beside the picture', async () => {
      for (const { name, bytes } of readUploads('metadata')) {
        const { status, body } = await upload(bytes);
        expect(status, name).toBe(201);
        const stored = await get(body.src);
        const { exif, xmp, iptc, comments } = await sharp(stored).metadata();
        expect({ exif, xmp, iptc, comments }, name).toEqual({});
        expect(stored.toString('latin1'), name).not.toMatch(/script|alert|onerror|GPS|tEXt|iTXt|zTXt/i);
      }
    }, 120_000);

    test('all fourteen orientations look upright', async () => {
      const thumbnails = await Promise.all(
        readUploads('orientation').map(async ({ name, bytes }) => {
          const { body } = await upload(bytes);
          const pixels = await sharp(await get(body.src))
            .resize(16, 16, { fit: 'fill' })
            .removeAlpha()
            .raw()
            .toBuffer();
          return { name, pixels };
        }),
      );
      const [first] = thumbnails;
      expect(thumbnails).toHaveLength(14);
      for (const { name, pixels } of thumbnails) {
        const difference =
          pixels.reduce((sum, value, at) => sum + Math.abs(value - (first?.pixels[at] ?? 0)), 0) /
          pixels.length;
        expect(difference, name).toBeLessThan(6);
      }
    }, 120_000);
  },
);

describe('two things in one file', () => {
  const script = Buffer.from(
    '<script>alert("polyglot")</script><?php echo "polyglot"; ?>PK\u0003\u0004polyglot',
  );

  test.each([
    ['a GIF that is a script as well', async () => gifWithScript()],
    ['a PNG with a page behind it', async () => Buffer.concat([await photograph(40, 40, 'png'), script])],
    ['a JPEG with an archive behind it', async () => Buffer.concat([await photograph(40, 40), script])],
    ['a JPEG with a program in its comment', async () => jpegWithComment(await photograph(40, 40), script)],
    ['a WebP with a page behind it', async () => Buffer.concat([await photograph(40, 40, 'webp'), script])],
    ['a PNG whose pixels spell a program', async () => pngOfBytes(script)],
  ])('%s comes out as a picture only', async (_, make) => {
    const bytes = await make();
    expect(bytes.includes('polyglot')).toBe(true);
    const { status, body } = await upload(bytes);
    if (status !== 201) return expect(body.message).toMatch(/damaged/);
    const stored = await get(body.src);
    expect(stored.includes('polyglot')).toBe(false);
    expect(stored.includes('<script')).toBe(false);
  });

  test('a page that begins like a picture is damaged, not served', async () => {
    for (const start of ['GIF89a', '\x89PNG\r\n\x1a\n', '\xff\xd8\xff\xe0', 'RIFF\0\0\0\0WEBPVP8 ']) {
      const page = Buffer.from(`${start}<html><script>alert(1)</script></html>`, 'latin1');
      expect(await upload(page)).toMatchObject({
        status: 422,
        body: { message: expect.stringMatching(/damaged/) },
      });
    }
  });
});

describe('the limits', () => {
  test('15 MB to the byte', async () => {
    const picture = await photograph(64, 64);
    const exact = Buffer.concat([picture, Buffer.alloc(mostBytes - picture.byteLength)]);
    expect((await upload(exact)).status).toBe(201);
    const over = await upload(Buffer.concat([exact, Buffer.alloc(1)]));
    expect(over).toMatchObject({ status: 413, body: { message: expect.stringContaining('15 MB') } });
  });

  test('a larger one is refused before it is sent, and one that says nothing while it is', async () => {
    const announced = await rawUpload({ 'content-length': String(mostBytes + 1) }, [Buffer.alloc(10)]);
    expect(announced.status).toBe(413);
    const before = await settled();
    const chunk = Buffer.concat([await photograph(64, 64), Buffer.alloc(1_000_000)]);
    const chunked = await rawUpload(
      { 'transfer-encoding': 'chunked' },
      Array.from({ length: 17 }, () => chunk),
    );
    expect(chunked.status).toBe(413);
    expect(await settled()).toEqual(before);
  });

  test('50 megapixels to the pixel', async () => {
    expect((await upload(await flat(10_000, 5_000))).status).toBe(201);
    const over = await upload(await flat(10_000, 5_001));
    expect(over).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('50.0 megapixels') },
    });
  }, 60_000);

  test('cut off in the middle is damaged', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
      const bytes = await photograph(300, 200, format);
      const { status, body } = await upload(bytes.subarray(0, bytes.byteLength / 2));
      expect([status, body.message], format).toEqual([422, expect.stringMatching(/damaged/)]);
    }
  });
});

describe('nothing is left behind', () => {
  test('by a client that leaves half-way', async () => {
    const before = await settled();
    const bytes = await photograph(1000, 1000);
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        const client = openUpload({ 'content-length': String(bytes.byteLength) });
        client.write(bytes.subarray(0, bytes.byteLength / 2));
        await sleep(150);
        client.destroy();
      }),
    );
    await expect.poll(leftovers, soon).toEqual(before);
  });

  test('by a name that means a place', async () => {
    const before = await settled();
    const bytes = await photograph(64, 64);
    const names = [
      '../../evil.php',
      '..\\..\\evil',
      'a\u0000.png',
      'C:\\evil.jpg',
      '/etc/passwd',
      'x.php.jpg',
      `${'l'.repeat(5000)}.png`,
    ];
    for (const name of names) {
      const { status, body } = await upload(bytes, { query: `?name=${encodeURIComponent(name)}` });
      expect(status, name).toBe(201);
      expect(body.src, name).toMatch(/^\/storage\/blog-images\/featured-images\/\d{39}\.jpg$/);
    }
    const fileCount = async () => (await leftovers()).files.length;
    await expect.poll(fileCount, soon).toBe(before.files.length + names.length);
    const { files } = await leftovers();
    expect(files.every((name) => /^\d{39}\.\w+$/.test(name))).toBe(true);
  });

  test('by a store that cannot be written', async () => {
    const before = await settled();
    const storage = join(product.dataDir, 'storage');
    await rename(storage, `${storage}.away`);
    await writeFile(storage, 'not a folder');
    try {
      expect(await upload(await photograph(64, 64))).toMatchObject({
        status: 503,
        body: { message: expect.stringContaining('picture store cannot be reached') },
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

test('twenty pictures at once are all taken, in bounded memory', async () => {
  const pictures = Array.from<Buffer>({ length: 20 }).fill(await photograph(3000, 2000));
  const { result, before, peak } = await peakDuring(product.pid, () =>
    Promise.all(pictures.map((bytes) => upload(bytes))),
  );
  expect(result.map(({ status }) => status)).toEqual(pictures.map(() => 201));
  expect(peak - before).toBeLessThan(400 * megabytes);
}, 120_000);

const smallDisk = mountSmallDisk();

test.skipIf(smallDisk === null)(
  `a full disk is said, nothing is left, pictures are still shown${smallDisk === null ? ' (skipped: this user may not mount one)' : ''}`,
  async () => {
    const dataDir = smallDisk ?? '';
    const tight = await startProduct({ DATA_DIR: dataDir });
    try {
      const client = createClient(tight);
      const link = new URL(tight.setupLink());
      await client.post(link.pathname + link.search, owner);
      const { body } = await send(tight, client, await photograph(400, 300));
      const filesNow = () => readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).toSorted();
      await uploadsEnded(dataDir);
      const before = filesNow();
      const noise = { width: 900, height: 900, channels: 3 as const };
      const large = await sharp(randomBytes(900 * 900 * 3), { raw: noise })
        .png()
        .toBuffer();
      expect(await send(tight, client, large)).toMatchObject({
        status: 507,
        body: { message: 'There is no room left for pictures on the server. Nothing was stored.' },
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
      expect((await send(tight, client, await photograph(64, 64))).status).toBe(201);
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
    const client = createClient(remote);
    const link = new URL(remote.setupLink());
    await client.post(link.pathname + link.search, owner);
    const { body } = await send(remote, client, await photograph(400, 300));
    const small = () => fetch(`${remote.origin}${body.src}?w=320`, { headers: { accept: 'image/webp' } });
    expect((await small()).status).toBe(200);
    await service.pause();

    const began = performance.now();
    expect(await send(remote, client, await photograph(400, 300))).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('picture store cannot be reached') },
    });
    expect(performance.now() - began).toBeLessThan(10_000);
    expect((await small()).status).toBe(200);
    expect((await fetch(`${remote.origin}${body.src}`)).status).toBe(503);
    expect((await fetch(`${remote.origin}/blog`)).status).toBe(200);
    expect((await fetch(`${remote.origin}/readyz`)).status).toBe(503);

    await service.resume();
    expect((await send(remote, client, await photograph(400, 300))).status).toBe(201);
    expect(await service.objects()).toHaveLength(2);
  } finally {
    await remote.stop();
    await service.stop();
  }
}, 120_000);

function openUpload(headers: Record<string, string>) {
  const { hostname, port } = new URL(product.origin);
  const client = ask({
    hostname,
    port,
    method: 'POST',
    path: '/api/images/featured-images',
    headers: { origin: product.origin, cookie: cookieOf(admin), ...headers },
  });
  client.on('error', () => {});
  return client;
}

/** A body that may be longer or shorter than it says. */
function rawUpload(headers: Record<string, string>, chunks: Buffer[]): Promise<Pick<UploadAnswer, 'status'>> {
  return new Promise((resolve, reject) => {
    const client = openUpload(headers);
    client.on('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0 });
      client.destroy();
    });
    client.on('close', () => reject(new Error('There was no answer.')));
    for (const chunk of chunks) client.write(chunk);
    if (!('content-length' in headers)) client.end();
  });
}

function flat(width: number, height: number): Promise<Buffer> {
  const create = { width, height, channels: 3 as const, background: '#345' };
  return sharp({ create, limitInputPixels: false }).png().toBuffer();
}

/** `GIF89a/*` … `*\/=alert("polyglot")`: the width of the picture opens a comment that the trailer closes. */
async function gifWithScript(): Promise<Buffer> {
  const gif = await photograph(40, 40, 'gif');
  return Buffer.concat([gif, Buffer.from('*/=1;alert("polyglot")')]);
}

function jpegWithComment(jpeg: Buffer, text: Buffer): Buffer {
  const comment = Buffer.alloc(4);
  comment.writeUInt16BE(0xfffe, 0);
  comment.writeUInt16BE(text.byteLength + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), comment, text, jpeg.subarray(2)]);
}

/** A PNG stored without compression, so that its pixels are readable as text in the file. */
function pngOfBytes(text: Buffer): Buffer {
  const width = Math.ceil(text.byteLength / 3);
  const row = Buffer.concat([Buffer.from([0]), text, Buffer.alloc(width * 3 - text.byteLength)]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(1, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunkOf('IHDR', header),
    chunkOf('IDAT', deflateSync(row, { level: 0 })),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
}

function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.byteLength);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([frame, body, sum]);
}

function crc(bytes: Buffer): number {
  let value = 0xffff_ffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1;
  }
  return (value ^ 0xffff_ffff) >>> 0;
}

/** Two megabytes of disk; null where this user may not have them. */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'anyforge-small-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder]);
  if (status === 0) return folder;
  rmSync(folder, { recursive: true });
  return null;
}
