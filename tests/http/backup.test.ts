import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { createClient } from '#tests/client.ts';
import { urlOf } from '#tests/database-url.ts';
import { createOwnDatabase } from '#tests/database.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { photograph } from '#tests/image-files.ts';
import { isLong } from '#tests/long.ts';
import { ownerSettings, signIn, useOwner } from '#tests/people.ts';
import { runProcess } from '#tests/process.ts';
import { startProduct, useProduct } from '#tests/product.ts';
import { startS3Server } from '#tests/s3-server.ts';
import { upload } from '#tests/uploads.ts';
import { useFolder } from '#tests/folder.ts';

const folder = useFolder();
const product = useProduct(ownerSettings);
const admin = useOwner(product);

const run = (args: string[], env: Record<string, string>) => runProcess(args, { DATA_DIR: folder, ...env });

test('a backup of the running product becomes another site, where everybody signs in anew', async () => {
  const ctx = await contextAs(product.database.db, 'editor');
  const { src } = (await upload(admin, await photograph(300, 200))).body;
  const bytes = Buffer.from(await (await admin.get(src)).arrayBuffer());
  await addPost(ctx, { title: 'Kept for ever', published: 'true', featuredImage: src });

  const file = join(folder, 'site.tar');
  const secret = { BACKUP_PASSPHRASE: 'a passphrase that is hard to guess' };
  const here = { DATABASE_URL: urlOf(product.database.connection), DATA_DIR: product.dataDir, ...secret };
  const { code, output } = await run(['scripts/backup.ts', file], here);
  expect(output).toMatch(/site\.tar holds \d+ tables with \d+ rows and 1 image,/);
  expect(output).toMatch(/encrypted with BACKUP_PASSPHRASE\.\n$/);
  expect([code, (await readFile(file, 'latin1')).slice(0, 21)]).toEqual([0, 'age-encryption.org/v1']);
  expect((await admin.get('/admin')).status).toBe(200);

  const database = await createOwnDatabase();
  const bucket = await startS3Server();
  const there = { DATABASE_URL: urlOf(database.connection), ...bucket.env };
  expect(await run(['scripts/restore.ts', '--at', '2026-02-30T10:00:00Z'], there)).toMatchObject({
    code: 2,
    output: expect.stringContaining('--help shows'),
  });
  expect(await run(['scripts/restore.ts', file], { ...there, ...secret })).toMatchObject({ code: 0 });
  const copy = await startProduct(there, { database });
  const visitor = createClient(copy);
  expect(await (await visitor.get('/blog/kept-for-ever')).text()).toContain(src);
  expect(Buffer.from(await (await visitor.get(src)).arrayBuffer()).equals(bytes)).toBe(true);
  expect((await admin.get('/admin')).status).toBe(200);
  for (const [name, value] of admin.cookies) visitor.cookies.set(name, value);
  expect((await visitor.get('/admin')).status).toBe(302);
  expect((await signIn(copy)).location).toBe('/admin');
  await copy.stop();
  await bucket.stop();
  await database.drop();
});

test('the product backs itself up, restores the archive, and says so on the dashboard and /readyz', async () => {
  const backups = join(folder, 'automatic');
  const passphrase = 'a passphrase that is hard to guess';
  const settings = { BACKUP_TO: backups, BACKUP_PASSPHRASE: passphrase };
  expect(await (await admin.get('/admin')).text()).toContain('Nothing is backed up.');
  const site = await startProduct(settings, product);
  const { client } = await signIn(site);
  const restored = /Last verified restore: today \d\d:\d\d, took \d+ s/;
  const isVerified = async () => restored.test(await (await client.get('/admin')).text());
  await expect.poll(isVerified, { timeout: 90_000, interval: 1_000 }).toBe(true);
  // Its images lie elsewhere than those of the other instance; nothing is said of backups.
  const elsewhere = 'warning: the images are in another place than the database knows';
  expect(await (await client.get('/readyz')).text()).toBe(`ready\n${elsewhere}\n`);
  const names = await readdir(backups);
  expect(names.length).toBeGreaterThan(0);

  const here = { DATA_DIR: site.dataDir, BACKUP_TO: backups };
  const verified = await run(['scripts/verify-backup.ts', 'newest'], {
    ...here,
    BACKUP_PASSPHRASE: passphrase,
  });
  expect(verified).toEqual({
    code: 0,
    output: expect.stringMatching(
      /newest of .* was restored in [\d.]+ s: \d+ tables with \d+ rows, \d images?\.\n$/,
    ),
  });
  await site.stop();
}, 180_000);

test.runIf(isLong)(
  'a product that archives its log is there again soon after it was killed',
  async () => {
    const settings = { DATABASE_URL: '', BACKUP_TO: join(folder, 'of-killed') };
    const site = await startProduct(settings);
    let startAgain = await site.kill();
    const doctor = await run(['scripts/doctor.ts'], { ...settings, DATA_DIR: site.dataDir, PORT: '1' });
    expect(doctor.output).not.toContain('PROBLEM  database');
    await startAgain();
    startAgain = await site.kill();
    // Within the time that a start is given here, which is less than PostgreSQL is given to stop.
    await startAgain();
    await site.stop();
  },
  180_000,
);
