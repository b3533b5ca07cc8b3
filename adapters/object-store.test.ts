import { createServer } from 'node:http';

import { expect, onTestFinished, test } from 'vitest';

import { listen } from '#server/http/port.ts';
import { createObjectStore } from './object-store.ts';

test('a refusal because of the time names the clock of this machine', async () => {
  const server = createServer((_, response) =>
    response.writeHead(403).end('<Error><Code>RequestTimeTooSkewed</Code></Error>'),
  );
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${port}`;
  const settings = { endpoint, region: 'us-east-1', bucket: 'b', accessKeyId: 'a', secretAccessKey: 's' };
  await expect(createObjectStore(settings).list('')).rejects.toThrow(
    "the clock of this machine differs from the service's (403 RequestTimeTooSkewed)",
  );
});
