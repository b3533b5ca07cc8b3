import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { useFolder } from '#tests/folder.ts';
import { createImageFetcher } from './fetch-image.ts';
import { isPublicAddress } from './public-web.ts';
import { listen } from '#server/http/port.ts';

let server: Server;
const folder = useFolder();
let origin = '';
let connections = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    const to = new URL(request.url ?? '/', 'http://x').searchParams.get('to');
    if (to !== null) response.writeHead(302, { Location: to }).end();
    else if (request.url === '/large') response.writeHead(200, { 'Content-Length': 16 * 1024 * 1024 }).end();
    else if (request.url === '/endless') {
      response.on('error', () => {});
      const more = () => void (response.destroyed || response.write(Buffer.alloc(1024 * 1024), more));
      more();
    } else if (request.url === '/gone') response.writeHead(404).end();
    else response.end('pixels');
  });
  server.on('connection', () => void (connections += 1));
  origin = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let files = 0;
const into = () => join(folder, String((files += 1)));
const here = createImageFetcher({
  isAllowed: (address) => address === '127.0.0.1' || isPublicAddress(address),
});

test.for(['/image', '/?to=/image', '/?to=/?to=/image'])('%s is fetched into a file', async (path) => {
  const file = into();
  await here(origin + path, file);
  expect(await readFile(file, 'utf8')).toBe('pixels');
});

test.for([
  ['/gone', 'The old site answered with 404.'],
  ['/large', /larger than 15 MB/],
  ['/endless', /larger than 15 MB/],
  [`/?to=${encodeURIComponent('/?to='.repeat(9))}`, /redirects too often|answered with/],
  ['/?to=file:///etc/passwd', 'Its address is not a web address.'],
  ['/?to=http://a:b@127.0.0.1/', 'Its address is not a web address.'],
  ['/?to=http://169.254.169.254/latest/meta-data', 'Its address is not on the public web.'],
  ['/?to=http://localhost.localdomain/', /not on the public web|could not be fetched/],
  ['/?to=http://[::ffff:10.0.0.1]/', 'Its address is not on the public web.'],
  ['/?to=http://0x7f.1.1.1/', 'Its address is not on the public web.'],
] as const)('%s is refused with a message', async ([path, message]) => {
  await expect(here(origin + path, into())).rejects.toThrow(message);
});

test.for([
  'http://127.0.0.1',
  'http://localhost',
  'http://[::1]',
  'http://2130706433',
  'http://127.1',
  'http://0',
])('%s is never connected to', async (address) => {
  const before = connections;
  const url = `${address}:${new URL(origin).port}/image`;
  await expect(createImageFetcher()(url, into())).rejects.toThrow('Its address is not on the public web.');
  expect(connections).toBe(before);
});

test.each([
  ['93.184.216.34', true], ['2606:2800:220:1::1', true], ['10.1.2.3', false], ['172.31.0.1', false], ['192.168.1.1', false],
  ['100.64.0.1', false], ['169.254.1.1', false], ['0.0.0.0', false], ['255.255.255.255', false], ['224.0.0.1', false], ['::', false],
  ['::1', false], ['fe80::1', false], ['fd00::1', false], ['::ffff:8.8.8.8', false], ['64:ff9b::a00:1', false], ['2002:a00:1::', false],
])('isPublicAddress(%s) is %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
}); // prettier-ignore
