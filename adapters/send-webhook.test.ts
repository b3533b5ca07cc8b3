import type { lookup } from 'node:dns';
import { createServer, type Server } from 'node:http';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { listen } from '#server/http/port.ts';
import { createWebhookSender } from './send-webhook.ts';

let server: Server;
let port = 0;
let connections = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/silent') return;
    if (request.url === '/endless') {
      response.on('error', () => {});
      const more = () => void (response.destroyed || response.write('a'.repeat(1_000_000), more));
      more();
    } else response.writeHead(302, { Location: `http://127.0.0.1:${port}/inside` }).end('Elsewhere');
  }).on('connection', () => void (connections += 1));
  port = await listen(server, { host: '127.0.0.1', port: 0 });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const request = { body: '{}', headers: {} };
const { signal } = new AbortController();
const send = createWebhookSender(['127.0.0.1']);

test('a redirect is answered as it is: nothing is asked for at its target', async () => {
  connections = 0;
  expect(await send(`http://127.0.0.1:${port}/`, request, signal)).toEqual({
    status: 302,
    text: 'Elsewhere',
  });
  expect(connections).toBe(1);
});

test('of an endless answer 64 kB are read, and for a missing one 5 seconds are waited', async () => {
  const { text } = await send(`http://127.0.0.1:${port}/endless`, request, signal);
  expect(text).toHaveLength(64 * 1024);
  await expect(send(`http://127.0.0.1:${port}/silent`, request, signal)).rejects.toThrow('within 5 seconds');
});

/** Answers with the next of these addresses at each look-up, as the DNS server of an attacker does. */
function rebinding(...addresses: string[]) {
  let looks = 0;
  const find = (_name: string, _options: unknown, done: (error: null, found: unknown) => void) => {
    done(null, [{ address: addresses[looks] ?? '127.0.0.1', family: 4 }]);
    looks += 1;
  };
  // oxlint-disable-next-line no-unsafe-type-assertion -- the one of its forms that is called
  return { find: find as unknown as typeof lookup, looks: () => looks };
}

test('a name that changes to a private address after it was checked is never connected to there', async () => {
  connections = 0;
  const { find, looks } = rebinding('192.0.2.1', '127.0.0.1');
  const sendTo = createWebhookSender([], find);
  for (let time = 0; time < 2; time += 1)
    await expect(sendTo(`https://rebinding.test:${port}/`, request, signal)).rejects.toThrow(
      'not on the public web',
    );
  // One look-up for each request: the address that was checked is the one that would be connected to.
  expect([looks(), connections]).toEqual([2, 0]);
});

test.for([
  'https://127.0.0.1',
  'https://localhost',
  'https://[::1]',
  'https://[::ffff:10.0.0.1]',
  'https://10.0.0.1',
])('%s is refused, also where another host is allowed', async (address) => {
  const refused = createWebhookSender(['intern.test'])(`${address}:${port}/`, request, signal);
  await expect(refused).rejects.toThrow('Its address is not on the public web.');
});
