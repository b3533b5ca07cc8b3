import { mkdir, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { listen } from '#server/http/port.ts';
import { urlOf } from '#tests/database-url.ts';
import { findFreePort } from '#tests/free-port.ts';
import { useFolder } from '#tests/folder.ts';
import { expectGuardQuiet, expectGuardSpeaks } from '#tests/guard-speaks.ts';
import { ownerSettings, useOwner } from '#tests/people.ts';
import { runProcess } from '#tests/process.ts';
import { useProduct } from '#tests/product.ts';

/** Each guard speaks once its subject breaks, and is quiet once that is mended. */

const folder = useFolder();
const backups = join(folder, 'backups');
let hasCache = true;
const cache = createServer((_, response) => void response.writeHead(hasCache ? 200 : 503).end());
let cachePort: number;
let mailPort: number;
beforeAll(async () => {
  cachePort = await listen(cache, { host: '127.0.0.1', port: 0 });
  // No server listens there.
  mailPort = await findFreePort('127.0.0.1');
});
afterAll(() => cache.close());

const settings = { ...ownerSettings, METRICS_PORT: '0' };
const product = useProduct(() => ({
  ...settings,
  BACKUP_TO: backups,
  CDN_PURGE: `http://127.0.0.1:${cachePort}/`,
  EMAIL_TRANSPORT: 'smtp',
  SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
  CONTACT_EMAIL: 'site@firm.test',
  BOUNCE_IMAP_URL: `imaps://bounces%40firm.test:secret@127.0.0.1:${mailPort}`,
  // SIGUSR2 sets the monotonic clock a quarter of an hour ahead.
  NODE_OPTIONS: `--import ${new URL('../clock-ahead.mjs', import.meta.url).href}`,
}));
const owner = useOwner(product);

test('all is quiet at first', async () => {
  await expect.poll(product.output, { timeout: 30_000 }).toContain('A backup was made');
  await expectGuardQuiet(product, 'backups');
  expect(await (await owner.get('/readyz')).text()).toBe('ready\n');
});

describe('what breaks while the site is off', () => {
  beforeAll(async () => {
    const start = await product.kill();
    await rename(backups, `${backups}-aside`);
    await mkdir(backups);
    hasCache = false;
    const { db } = product.database;
    await sql`update clock set newest_at = now() - interval '3 years', looked_at = now() - interval '3 years'`.execute(
      db,
    );
    await sql`insert into jobs (task, payload, tries, is_server_unavailable, last_error, created_at)
      values ('delivery', '{"to": "ada@visitor.test", "subject": "Reset", "text": "", "html": ""}', 2, true,
        'No answer.', now() - interval '6 minutes')`.execute(db);
    await start();
  });

  test('the guard of the backups names a folder without its marker', () =>
    expectGuardSpeaks(product, owner, 'backups', {
      says: 'the place of the backups cannot be used',
      dashboard: 'Nothing is backed up: the place of the backups cannot be used.',
    }));

  test('the guard of the clock names the jump', () =>
    expectGuardSpeaks(product, owner, 'clock', { says: 'The clock jumped from ' }));

  test('the guard of emails says that none leaves', () =>
    expectGuardSpeaks(product, owner, 'email', {
      says: 'the mail server cannot be reached. Password resets',
    }));

  test('the guard of the shared cache says that it cannot be purged', () =>
    expectGuardSpeaks(product, owner, 'cdn', {
      says: 'The shared cache in front of the site cannot be purged',
    }));

  test('the guard of jobs names one that does not succeed in its longest time', async () => {
    product.signal('SIGUSR2');
    await expectGuardSpeaks(product, owner, 'jobs', {
      says: 'Bounce mailbox has not succeeded for 10 minutes.',
    });
  });

  test('all is quiet again once it is mended', async () => {
    expect((await owner.post('/admin?index', { intent: 'accept-clock' })).status).toBe(200);
    const start = await product.kill();
    hasCache = true;
    await rm(backups, { recursive: true });
    await rename(`${backups}-aside`, backups);
    await sql`update jobs set done_at = now()`.execute(product.database.db);
    await start();
    for (const guard of ['backups', 'cdn', 'clock', 'email', 'jobs']) await expectGuardQuiet(product, guard);
  });
});

describe('a second machine whose images lie elsewhere', () => {
  const second = useProduct(settings, product);
  const ownerOfSecond = useOwner(second);
  test('is named by the guard of images and by the doctor, which names the repair', async () => {
    await expectGuardSpeaks(second, ownerOfSecond, 'images', {
      says: 'the images are in another place than the database knows',
      dashboard: 'This machine does not keep images where',
    });
    expect(second.output()).toContain('Warning: This machine does not keep images where');
    const env = { DATABASE_URL: urlOf(second.database.connection), DATA_DIR: second.dataDir };
    const { output } = await runProcess(['scripts/doctor.ts'], env);
    expect(output).toMatch(
      /^(?:warning|PROBLEM) +database: This machine does not keep images where.*\n +→ /m,
    );
  });
});
