import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Client } from '#tests/client.ts';
import type { RunningProduct } from '#tests/product.ts';

const corpus = fileURLToPath(new URL('../../shared/corpora/uploads', import.meta.url));

/** Why the test files cannot be read here; null when they can. For the reason of a skipped test. */
export const uploadsMissing = existsSync(corpus) ? null : `the test files are not at ${corpus}`;

/** Valid pictures of every kind, refused kinds, pixel floods, metadata and orientations that people collected. */
export function readUploads(folder: 'valid' | 'bombs' | 'metadata' | 'orientation') {
  const root = join(corpus, folder);
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
  product: Pick<RunningProduct, 'origin'>,
  client: Client,
  bytes: Uint8Array,
  options: { folder?: string; query?: string; headers?: Record<string, string> } = {},
): Promise<UploadAnswer> {
  const { folder = 'featured-images', query = '', headers = {} } = options;
  const answer = await fetch(`${product.origin}/api/images/${folder}${query}`, {
    method: 'POST',
    headers: {
      origin: product.origin,
      cookie: cookieOf(client),
      'content-type': 'application/octet-stream',
      ...headers,
    },
    body: new Uint8Array(bytes),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

export function cookieOf(client: Client): string {
  return [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
