import { afterAll, beforeAll, expect, test } from 'vitest';

import { useDatabase } from '#tests/database.ts';
import { startProcess, type RunningProcess } from '#tests/process.ts';
import { urlOf } from '#tests/database-url.ts';
import { useFolder } from '#tests/folder.ts';

const database = useDatabase();
const folder = useFolder();
let running: RunningProcess;
let origin: string;

beforeAll(async () => {
  running = startProcess(['server/dev.ts'], {
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: urlOf(database.connection),
  });
  origin = await running.until(/Ready at (\S+)/);
});
afterAll(async () => {
  running.signal('SIGTERM');
  await running.exited;
});

test('in development the site is the same site', async () => {
  const answer = await fetch(`${origin}/contact`);
  expect([answer.status, (await answer.text()).includes('Send Message')]).toEqual([200, true]);
});
