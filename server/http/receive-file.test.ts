import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request as ask, type ClientRequest, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { receiveFile } from './receive-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'anyforge-receive-'));
const file = join(folder, 'arriving');
const ordinary = { bytes: 10_000, milliseconds: 60_000 };
type Received = Awaited<ReturnType<typeof receiveFile>>;

let server: Server;
let port: number;
let limits = ordinary;
let target = file;
let received: Promise<Received>;
let settle: (result: Received) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    const look = (head: Buffer) => (head.includes('<svg') ? 'No drawings.' : null);
    void receiveFile(request, target, { limits, look }).then((result) => {
      settle(result);
      if (!response.destroyed) response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  limits = ordinary;
  target = file;
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
});

function send(): ClientRequest {
  received = new Promise((resolve) => {
    settle = resolve;
  });
  const client = ask({ host: '127.0.0.1', port, method: 'POST' });
  client.on('error', () => {});
  client.on('response', (response) => response.resume());
  return client;
}

test('what arrives whole is there byte by byte, up to the last one allowed', async () => {
  const bytes = Buffer.alloc(10_000, 'abc');
  send().end(bytes);
  expect(await received).toEqual({ kind: 'complete' });
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

test('a file one byte over the limit is refused, also without an announced length', async () => {
  const client = send();
  client.setHeader('Transfer-Encoding', 'chunked');
  client.write(Buffer.alloc(9_000));
  client.end(Buffer.alloc(1_001));
  expect(await received).toEqual({ kind: 'too-large' });
  expect(existsSync(file)).toBe(false);
});

test('a client that leaves half-way leaves nothing', async () => {
  const client = send();
  client.setHeader('Content-Length', 9_000);
  client.write(Buffer.alloc(4_000));
  await new Promise((resolve) => setTimeout(resolve, 50));
  client.destroy();
  expect(await received).toEqual({ kind: 'gone' });
  expect(existsSync(file)).toBe(false);
});

test('a sender that takes too long is stopped', async () => {
  limits = { ...ordinary, milliseconds: 300 };
  const client = send();
  client.setHeader('Content-Length', 9_000);
  client.write('x');
  expect(await received).toEqual({ kind: 'too-slow' });
  client.destroy();
  expect(existsSync(file)).toBe(false);
});

test('what is refused by its first bytes is not read to its end', async () => {
  const client = send();
  client.setHeader('Content-Length', 9_000);
  client.write(`<svg${' '.repeat(2_000)}`);
  expect(await received).toEqual({ kind: 'refused', message: 'No drawings.' });
  client.destroy();
  expect(existsSync(file)).toBe(false);
});

test('a short file is looked at as well', async () => {
  send().end('<svg/>');
  expect(await received).toMatchObject({ kind: 'refused' });
});

test('a folder that is not there is told, not thrown', async () => {
  target = join(folder, 'missing', 'file');
  send().end(Buffer.alloc(2_000));
  expect(await received).toMatchObject({ kind: 'failed', error: { code: 'ENOENT' } });
});
