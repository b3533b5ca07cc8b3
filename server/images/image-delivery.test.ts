import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createImagesOnDisk } from '#adapters/image-store.ts';
import { createLog } from '#adapters/log.ts';
import { createImageProcessor } from '#adapters/image-processor.ts';
import { StorageError, type ImageStore } from '#domain/images/image-services.ts';
import { imageAddress, type ImageKey } from '#domain/images/image.ts';
import { photograph } from '#tests/image-files.ts';
import { useFolder } from '#tests/folder.ts';
import { listen } from '#server/http/port.ts';
import { createImageCache } from './image-cache.ts';
import { createImageDelivery } from './image-delivery.ts';
import { createImageVariants } from './image-variants.ts';

const key: ImageKey = { folder: 'editor-images', name: `${'6'.repeat(39)}.jpg` };
const processor = createImageProcessor({ workers: 2 });

const folder = useFolder();
let server: Server;
let origin: string;
/** The job requested from the processor: width and type. */
const made: string[] = [];

let isAway = false;

beforeAll(async () => {
  const disk = createImagesOnDisk(join(folder, 'store'));
  const store: ImageStore = {
    ...disk,
    read: (asked) => (isAway ? Promise.reject(new StorageError('unavailable')) : disk.read(asked)),
  };
  await writeFile(join(folder, 'photo'), await photograph(900, 600));
  await store.put(key, join(folder, 'photo'));
  const variants = createImageVariants({
    store,
    processor: {
      resize: (file, into, wanted) => {
        made.push('icon' in wanted ? wanted.icon : `${wanted.width} ${wanted.type}`);
        return processor.resize(file, into, wanted);
      },
    },
    cache: createImageCache(join(folder, 'cache'), 10_000_000),
    directory: join(folder, 'uploads'),
  });
  const { answer } = createImageDelivery({ store, variants, log: createLog({ level: 'silent' }) });
  server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://site.test');
    void answer({
      request,
      response,
      requestId: 'one',
      clientAddress: '192.0.2.1',
      pathname,
      origin: '',
      search,
      withBody: async () => {},
      complete: (headers) => headers,
      send: ({ status, headers, body }) => void response.writeHead(status, [...headers]).end(body),
      refuse: (status, message) => response.writeHead(status).end(message),
    });
  });
  origin = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`;
});
afterAll(async () => {
  server.close();
  await processor.close();
});

test('a size is made once, however many ask for it at once, and kept', async () => {
  const ask = async () => {
    const answer = await fetch(`${origin}${imageAddress(key)}?w=320`, { headers: { accept: 'image/webp' } });
    return [answer.status, (await answer.arrayBuffer()).byteLength];
  };
  const answers = await Promise.all(Array.from({ length: 20 }, ask));
  expect(new Set(answers.map(String)).size).toBe(1);
  expect(answers[0]?.[0]).toBe(200);
  expect(await ask()).toEqual(answers[0]);
  expect(made).toEqual(['320 webp']);
});

test('requests for the name of an image in another folder do not hide the image', async () => {
  const folders = Array.from({ length: 20 }, (_, n): ImageKey['folder'] => (n < 10 ? 'logos' : key.folder));
  const ask = async (one: ImageKey['folder']) =>
    (await fetch(`${origin}${imageAddress({ ...key, folder: one })}?w=480`)).status;
  expect(await Promise.all(folders.map(ask))).toEqual(folders.map((one) => (one === 'logos' ? 404 : 200)));
});

test('while the store is away an image is answered with 503, and a size that was made is still shown', async () => {
  isAway = true;
  const [original, small] = ['', '?w=320'].map((query) =>
    fetch(`${origin}${imageAddress(key)}${query}`, { headers: { accept: 'image/webp' } }),
  );
  expect([(await original)?.status, (await small)?.status]).toEqual([503, 200]);
});
