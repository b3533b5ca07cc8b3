import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { request as ask, type ClientRequest } from 'node:http';
import { join } from 'node:path';

import { expect } from 'vitest';

import type { Client } from '#tests/client.ts';
import type { RunningProduct } from '#tests/product.ts';
import { corpusPath, missingCorpus } from './corpora.ts';

/** Why the files cannot be read here; null when they can. */
export const uploadsMissing = missingCorpus('uploads');

/** Valid images of every type, refused types, decompression bombs, metadata and orientations from public collections. */
export function readUploads(folder: 'valid' | 'bombs' | 'metadata' | 'orientation') {
  const root = corpusPath(join('uploads', folder));
  return readdirSync(root)
    .toSorted()
    .filter((name) => statSync(join(root, name)).isFile())
    .map((name) => ({ name, bytes: readFileSync(join(root, name)) }));
}

export type UploadAnswer = {
  status: number;
  body: {
    message?: string;
    src: string;
    width: number;
    height: number;
    type: string;
    animated: boolean;
  } & Record<string, unknown>;
};

/** Sends a file as the browser does. */
export async function upload(
  client: Client,
  bytes: Uint8Array,
  options: { folder?: string; query?: string; headers?: Record<string, string> } = {},
): Promise<UploadAnswer> {
  const { folder = 'featured-images', query = '', headers } = options;
  const answer = await client.file(`/api/images/${folder}${query}`, new Uint8Array(bytes), headers);
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

/** An upload whose body is written by hand: cut off, trickling, or longer than it says. */
export function openUpload(
  product: Pick<RunningProduct, 'origin'>,
  client: Client,
  headers: Record<string, string>,
): ClientRequest {
  const { hostname, port } = new URL(product.origin);
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const request = ask({
    hostname,
    port,
    method: 'POST',
    path: '/api/images/featured-images',
    headers: { origin: product.origin, cookie, ...headers },
  });
  request.on('error', () => {});
  return request;
}

/** The status of its answer, which may come before everything was sent. */
export function statusOf(request: ClientRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    request.once('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    request.once('close', () => reject(new Error('There was no answer.')));
  });
}

/** Waits until no upload is on its way: its file goes after its answer. */
export async function uploadsEnded({ dataDir }: Pick<RunningProduct, 'dataDir'>): Promise<void> {
  const onTheirWay = () => readdir(join(dataDir, 'uploads')).catch(() => []);
  await expect.poll(onTheirWay, { timeout: 20_000 }).toEqual([]);
}

/** Every file that images have left in the product's folder, on their way in as well. */
export async function imageFiles({ dataDir }: Pick<RunningProduct, 'dataDir'>): Promise<string[]> {
  const found = await Promise.all(
    ['storage', 'uploads'].map((folder) =>
      readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => []),
    ),
  );
  const files = found.flat().filter((file) => file.isFile());
  return files.map(({ name }) => name).toSorted();
}
