import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { AwsClient } from 'aws4fetch';

import type { FileStore } from './folder-store.ts';

export type S3Settings = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export class S3Refusal extends Error {
  readonly status: number;
  constructor(status: number, code: string) {
    const answer = `${status} ${code}`.trim();
    super(
      code === 'RequestTimeTooSkewed'
        ? `the clock of this machine differs from the service's (${answer})`
        : `the service answered ${answer}`,
    );
    this.status = status;
  }
}

/** A file is sent in parts of so many bytes; S3 takes 10,000 parts. */
const partBytes = 32 * 1024 * 1024;
/** Milliseconds, of `put` for one part; an archive is written to the disk while it arrives, for at most a day. */
const longTimeouts = { put: 300_000, get: 86_400_000, other: 30_000, check: 30_000 };

type Ask = (address: string, init: RequestInit, call?: keyof typeof longTimeouts) => Promise<Response>;

/**
 * Files in a bucket of any service with the S3 API, below a prefix. A call whose connection breaks is made once more. Every
 * call rejects with an Error that names the answer.
 */
export function createObjectStore(
  settings: S3Settings,
  { retries = 3, timeouts = longTimeouts, prefix = '' } = {},
): FileStore {
  const { accessKeyId, secretAccessKey, region } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries });
  const bucket = `${settings.endpoint.replace(/\/+$/, '')}/${settings.bucket}`;
  const keyOf = (name: string) => (prefix === '' ? name : `${prefix}/${name}`);
  const addressOf = (name: string) => `${bucket}/${keyOf(name).split('/').map(encodeURIComponent).join('/')}`;

  const ask: Ask = async (address, init, call = 'other') => {
    const signal = AbortSignal.timeout(timeouts[call]);
    const send = () => client.fetch(address, { ...init, signal, redirect: 'error' });
    // A connection that was kept may be closed by the service while the call is on its way.
    const response = await send().catch((error: unknown) => {
      if (error instanceof TypeError) return send();
      throw error;
    });
    if (response.ok) return response;
    const text = await response.text().catch(() => '');
    const code = /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1] ?? '';
    throw new S3Refusal(response.status, code);
  };

  return {
    async put(name, path, headers = {}) {
      const { size } = await stat(path);
      if (size > partBytes) return await putParts(ask, addressOf(name), path, size);
      const body = await readFile(path);
      const init = { method: 'PUT', body, headers: { ...headers, ...digestOf(body) } };
      await (await ask(addressOf(name), init, 'put')).body?.cancel();
    },

    async list(folder) {
      const before = keyOf(folder === '' ? '' : `${folder}/`);
      const keys: string[] = [];
      let token: string | undefined;
      do {
        const query = new URLSearchParams({ 'list-type': '2', delimiter: '/', prefix: before });
        if (token !== undefined) query.set('continuation-token', token);
        const text = await (await ask(`${bucket}?${query}`, { method: 'GET' })).text();
        keys.push(...elements(text, 'Key'));
        token = elements(text, 'NextContinuationToken')[0];
      } while (token !== undefined);
      return keys.map((key) => key.slice(before.length));
    },

    async get(name) {
      const answer = await orMissing(ask(addressOf(name), { method: 'GET' }, 'get'));
      if (answer === null) return null;
      const { body, headers } = answer;
      if (body === null) throw new Error('the service sent nothing');
      return { bytes: Number(headers.get('content-length')), stream: Readable.from(body) };
    },

    async remove(name) {
      const answer = await orMissing(ask(addressOf(name), { method: 'DELETE' }));
      await answer?.body?.cancel();
    },

    async check() {
      await ask(bucket, { method: 'HEAD' }, 'check');
    },
  };
}

async function putParts(ask: Ask, address: string, path: string, bytes: number): Promise<void> {
  const begun = await (await ask(`${address}?uploads=`, { method: 'POST' })).text();
  const uploadId = elements(begun, 'UploadId')[0];
  if (uploadId === undefined) throw new Error('the service did not begin the upload');
  const upload = `uploadId=${encodeURIComponent(uploadId)}`;
  try {
    const parts: string[] = [];
    for (let start = 0; start < bytes; start += partBytes) {
      const number = parts.length + 1;
      const body = await buffer(createReadStream(path, { start, end: start + partBytes - 1 }));
      const init = { method: 'PUT', body, headers: digestOf(body) };
      const stored = await ask(`${address}?partNumber=${number}&${upload}`, init, 'put');
      await stored.body?.cancel();
      const tag = stored.headers.get('etag') ?? '';
      parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${tag}</ETag></Part>`);
    }
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    const completed = await ask(`${address}?${upload}`, { method: 'POST', body }, 'put');
    // The service may find out that it failed only after it has sent 200.
    if (/<Error>/.test(await completed.text())) throw new Error('the service could not complete the upload');
  } catch (error) {
    await ask(`${address}?${upload}`, { method: 'DELETE' }).catch(() => {});
    throw error;
  }
}

async function orMissing(answer: Promise<Response>): Promise<Response | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof S3Refusal && error.status === 404) return null;
    throw error;
  }
}

function digestOf(body: Buffer): Record<string, string> {
  return { 'X-Amz-Content-Sha256': createHash('sha256').update(body).digest('hex') };
}

/** The texts of all elements of a name. The service's names of objects and uploads here hold no entities but quotes. */
function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    text.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  );
}
