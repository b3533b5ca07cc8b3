import { expect, test } from 'vitest';

import { csvFile } from './csv-file.ts';

test('csvFile begins with one byte order mark and is streamed', async () => {
  let wasLeft = false;
  async function* pieces() {
    try {
      yield 'Name\r\n';
      yield 'Grüße\r\n';
    } finally {
      wasLeft = true;
    }
  }
  const bytes = Buffer.from(await csvFile('names.csv', pieces()).arrayBuffer());
  expect(bytes.toString('latin1')).toBe('\xEF\xBB\xBFName\r\nGr\xC3\xBC\xC3\x9Fe\r\n');

  wasLeft = false;
  const reader = csvFile('names.csv', pieces()).body?.getReader();
  await reader?.read();
  await reader?.read();
  await reader?.cancel();
  expect(wasLeft).toBe(true);
});
