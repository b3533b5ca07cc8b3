import { createServer, request as sendRequest, type Server } from 'node:http';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { DatabaseUnavailable } from '#db/database-error.ts';
import type { DiskSpace } from '#domain/storage/disk-space.ts';
import { useFolder } from '#tests/folder.ts';
import type { plainResponse } from '../responses/plain-response.ts';
import { listen } from './port.ts';
import { createUploads } from './receive-upload.ts';

const directory = join(useFolder(), 'uploads');
const totalBytes = 100e9;
let space: () => DiskSpace;
let work: () => Promise<void>;
let server: Server;
let port = 0;

beforeAll(async () => {
  const log = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };
  const receive = createUploads({
    directory,
    limits: { bytes: 2e9, milliseconds: 30_000 },
    maxAtOnce: { all: 4, each: 2, waiting: 0 },
    messages: { busy: 'busy', tooLarge: 'too large', tooSlow: 'too slow', noRoom: 'no room' },
    explain: () => ({ status: 500, message: 'Failed.' }),
    failure: 'An upload failed',
    diskSpace: async () => space(),
    log,
  });
  server = createServer((request, response) => {
    const answer = (status: number, body: string) => void response.writeHead(status).end(body);
    const exchange = {
      request,
      response,
      pathname: '/api/test',
      requestId: '1',
      refuse: answer,
      send: ({ status, body }: ReturnType<typeof plainResponse>) => answer(status, String(body)),
    };
    // oxlint-disable-next-line no-unsafe-type-assertion -- the parts of an exchange that uploads use
    void receive(
      exchange as unknown as Parameters<typeof receive>[0],
      String(request.headers['x-person']),
      () => work(),
    );
  });
  port = await listen(server, { host: '127.0.0.1', port: 0 });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  space = () => ({ freeBytes: 10e9, totalBytes });
  work = async () => {};
});

/** Sends the headers, and pieces of a body until there is an answer. */
function upload(
  headers: Record<string, string>,
  pieces: number,
): Promise<{ status: number; text: string; sent: number }> {
  return new Promise((resolve, reject) => {
    const request = sendRequest({ host: '127.0.0.1', port, method: 'POST', headers });
    let sent = 0;
    let isAnswered = false;
    request.on('error', (error) => isAnswered || reject(error));
    request.on('response', (response) => {
      isAnswered = true;
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, sent }));
      response.on('error', reject);
    });
    request.flushHeaders();
    const more = () => {
      if (isAnswered) return void request.destroy();
      if (sent === pieces) return void request.end();
      sent += 1;
      request.write(Buffer.alloc(10_000), () => setTimeout(more, 5));
    };
    if (pieces > 0) more();
    else if (headers['content-length'] === undefined) request.end();
  });
}

test.for([
  ['away', /^.*The database cannot be reached/],
  ['disk-full', /The disk of this site is full/],
] as const)(
  'an upload whose work finds the database %s answers 503 with its message',
  async ([reason, message]) => {
    work = () => Promise.reject(new DatabaseUnavailable(reason, 'No answer.'));
    const { status, text } = await upload({}, 1);
    expect([status, text]).toEqual([503, expect.stringMatching(message)]);
  },
);

test('an upload that does not fit above the reserve of the disk is refused before it is read', async () => {
  space = () => ({ freeBytes: 1.2e9, totalBytes });
  const { status, text } = await upload({ 'content-length': '1000000000' }, 0);
  expect([status, text]).toEqual([507, 'no room']);
});

test('an upload that fits only without those that are still arriving is refused', async () => {
  const large = { 'content-length': '1900000000' };
  space = () => ({ freeBytes: 4e9, totalBytes });
  const arriving = upload(large, 1e6).catch(() => {});
  await expect.poll(() => (existsSync(directory) ? readdirSync(directory) : [])).toHaveLength(1);
  expect(await upload({ ...large, 'x-person': 'b' }, 0)).toMatchObject({ status: 507, text: 'no room' });
  server.closeAllConnections();
  await arriving;
});

test('receiving stops at the reserve of the disk, and nothing of the file is left', async () => {
  let looks = 0;
  space = () => ({ freeBytes: (looks += 1) > 2 ? 1e6 : 10e9, totalBytes });
  const { status } = await upload({}, 5_000);
  expect(status).toBe(507);
  await expect.poll(() => (existsSync(directory) ? readdirSync(directory) : [])).toEqual([]);
});

test('two uploads of one person at once are taken; others are still received', async () => {
  let end = () => {};
  const held = new Promise<void>((resolve) => (end = resolve));
  let working = 0;
  work = () => ((working += 1), held);
  const first = [upload({ 'x-person': 'a' }, 1), upload({ 'x-person': 'a' }, 1)];
  await expect.poll(() => working).toBe(2);
  expect(await upload({ 'x-person': 'a' }, 1)).toMatchObject({ status: 503, text: 'busy' });
  void upload({ 'x-person': 'b' }, 1).catch(() => {});
  await expect.poll(() => working).toBe(3);
  end();
  server.closeAllConnections();
  await Promise.allSettled(first);
});
