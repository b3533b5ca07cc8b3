import { createHash, randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openDatabase } from '#db/client.ts';
import { excludedTables } from '#db/dump-tables.ts';
import { lockMigrations, migrate, readMigrations } from '#db/migrate.ts';
import { readDiskSpace } from '#domain/storage/disk-space.ts';
import { createImagesOnDisk, createImagesOnS3 } from '#adapters/image-store.ts';
import { insertArrivingImage, settleImage } from '#db/queries/images.ts';
import { createToken } from '#domain/accounts/tokens/manage-tokens.ts';
import type { ImageKey } from '#domain/images/image.ts';
import { deleteUnusedImages } from '#domain/images/delete-unused-images.ts';
import { createCategory, createTag } from '#domain/taxonomy/create-term.ts';
import { createOwnDatabase, type OwnDatabase } from '#tests/database.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { runProcess, startProcess } from '#tests/process.ts';
import { urlOf } from '#tests/database-url.ts';
import { tableDigests } from '#tests/table-digests.ts';
import { startS3Server } from '#tests/s3-server.ts';
import { useFolder } from '#tests/folder.ts';
import { readConfig } from '../settings/config.ts';
import { backUpBeforeMigration } from './backup-before-migration.ts';
import { manifestName, type Manifest } from './archive-format.ts';
import { openArchive } from './archive-reader.ts';
import { createArchive } from './archive-writer.ts';
import { checkSpace, makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const now = new Date('2026-03-04T05:06:07Z');

const root = useFolder();
const opened: OwnDatabase[] = [];

/** A site with content of every kind, and its backup. */
let from: Site;
let made: { file: string; manifest: Manifest };

beforeAll(async () => {
  from = await siteWithContent();
  made = await backUp(from);
});
afterAll(async () => {
  for (const database of opened) await database.drop();
});

/** A site with content of every kind, and a folder of images. */
async function siteWithContent() {
  const database = await emptySite();
  const { db, storage } = database;
  const ctx = await contextAs(db, 'admin');
  const category = await createCategory(ctx, { name: 'Craft' });
  const tag = await createTag(ctx, { name: 'Tools' });
  for (const title of ['Plain', 'Tab\tand "quotes"', 'Back\\slash \\N', 'Ünïcödé 漢字 🙂']) {
    const content = `<p>${title}</p>`;
    await addPost(ctx, { title, content, published: 'true', categoryId: category.id, tagIds: [tag.id] });
  }
  await db
    .insertInto('sessions')
    .values({ user_id: ctx.actor.userId, token_hash: Buffer.from('a session') })
    .execute();
  await createToken(ctx, { name: 'Script', days: '30' });
  const post = await db.selectFrom('blog_posts').select('id').executeTakeFirstOrThrow();
  for (let n = 0; n < 50; n += 1) {
    await db.insertInto('blog_post_metrics').values({ post_id: post.id }).execute();
  }
  await sql`insert into blog_post_metrics (post_id, created_at)
    values (${post.id}, '2021-04-02T00:00:00Z')`.execute(db);
  await database.pool.query("insert into visitor_salt (salt, day) values ('delete me', current_date)");
  await putImage(database, large, Buffer.alloc(3_000_000, 'image'));
  await putImage(database, small, Buffer.from('small'));
  const onItsWay = { folder: 'editor-images', name: nameOf('3'), width: 1, height: 1, bytes: 1 } as const;
  await insertArrivingImage(db, onItsWay);
  await writeFile(join(storage, 'editor-images', `${onItsWay.name}.arriving`), 'half');
  return database;
}

async function emptySite() {
  const database = await createOwnDatabase();
  opened.push(database);
  const storage = join(await mkdtemp(join(root, 'data-')), 'blog-images');
  return { ...database, storage, store: createImagesOnDisk(storage) };
}

const nameOf = (digit: string) => `${digit.repeat(39)}.png`;
const large: ImageKey = { folder: 'featured-images', name: nameOf('1') };
const small: ImageKey = { folder: 'editor-images', name: nameOf('2') };
const later: ImageKey = { folder: 'editor-images', name: nameOf('4') };

async function putImage({ db, store }: Site, key: ImageKey, bytes: Buffer): Promise<void> {
  const file = join(root, 'image');
  await writeFile(file, bytes);
  const row = { ...key, width: 1, height: 1, bytes: bytes.byteLength };
  await settleImage(db, (await insertArrivingImage(db, row)).id);
  await store.put(key, file);
}

type Site = Awaited<ReturnType<typeof emptySite>>;

const newFile = () => join(root, `${randomUUID()}.tar`);

async function backUp(site: Site): Promise<{ file: string; manifest: Manifest }> {
  const file = newFile();
  return { file, manifest: await makeBackup(site.pool, { file, store: site.store, now }) };
}

function restore(site: Site, file: string, options: Partial<Parameters<typeof restoreBackup>[1]> = {}) {
  const base = { file, store: site.store, directory: root, replace: false, announce: () => {} };
  return restoreBackup(site.pool, { ...base, ...options });
}

/** For each table the number of rows and a digest of them, except tables that a restore changes on purpose. */
const digestOf = ({ db }: Site) =>
  tableDigests(db, [
    ...excludedTables,
    'schema_migrations',
    'content_version',
    'installation',
    'visitor_salt',
    'views_today',
  ]);

async function imagesOf({ storage }: Site): Promise<Record<string, string>> {
  const entries = await readdir(storage, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const digests = files.map(async (path) => {
    const digest = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    return [path.slice(storage.length + 1), digest] as const;
  });
  return Object.fromEntries((await Promise.all(digests)).toSorted());
}

/** Tables, columns, indexes, constraints and triggers, in PostgreSQL's own form. */
async function schemaOf({ pool }: Site): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select 'column ' || table_name || ' ' || column_name || ' ' || data_type || ' ' || coalesce(column_default, '') as line
       from information_schema.columns where table_schema = 'public'
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated::text
       from pg_constraint where connamespace = 'public'::regnamespace and conparentid = 0
     union all select pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text from pg_trigger t
       join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
     order by 1`,
  );
  return rows.map(({ line }) => line);
}

describe('a backup restored into an empty site', () => {
  let to: Site;

  beforeAll(async () => {
    to = await emptySite();
    await restore(to, made.file);
  });

  test('restores every row of every table and every byte of every image', async () => {
    const digests = await digestOf(from);
    expect(digests['blog_posts']).toMatch(/^4 /);
    expect(digests['blog_post_metrics']).toMatch(/^51 /);
    expect(await digestOf(to)).toEqual(digests);
    const images = await imagesOf(from);
    delete images[`editor-images/${nameOf('3')}.arriving`];
    expect(Object.keys(images)).toHaveLength(2);
    expect(await imagesOf(to)).toEqual(images);
    // The planner knows what the tables hold.
    const { rows } = await to.pool.query(
      "select reltuples::int as views from pg_class where relname = 'blog_post_metrics'",
    );
    expect(rows).toEqual([{ views: 51 }]);
  });

  test('restores the same schema, with valid constraints and enabled triggers', async () => {
    expect(await schemaOf(to)).toEqual(await schemaOf(from));
  });

  test('continues sequences at their last value', async () => {
    const { last } = await to.db
      .selectFrom('activity')
      .select(({ fn }) => fn.max('id').as('last'))
      .executeTakeFirstOrThrow();
    const change = to.db.insertInto('activity').values({ action: 'after-the-restore' }).returning('id');
    const { id } = await change.executeTakeFirstOrThrow();
    // A sequence may be ahead of the rows, never behind them.
    expect(last).toBeGreaterThan(0);
    expect(id).toBeGreaterThan(Number(last));
  });

  test('ends all sessions and tokens, and does not hold the salt that is deleted at the end of a day', async () => {
    for (const name of excludedTables) {
      expect(made.manifest.tables.find((table) => table.name === name)?.rows).toBe(0);
      const { rows } = await to.pool.query<{ count: string }>(`select count(*)::text as count from ${name}`);
      expect(rows).toEqual([{ count: '0' }]);
    }
    const names = made.manifest.tables.map(({ name }) => name);
    expect(names).not.toContain('visitor_salt');
    const { rows } = await to.pool.query('select from visitor_salt');
    expect(rows).toEqual([]);
  });

  test('is a file that only its owner can read, is never overwritten, and is named when it cannot be created', async () => {
    expect((await stat(made.file)).mode & 0o777).toBe(0o600);
    expect(await readdir(root)).not.toContainEqual(expect.stringMatching(/\.partial$/));
    const before = await readFile(made.file);
    await expect(makeBackup(from.pool, { file: made.file, store: from.store, now })).rejects.toThrow(
      /exists already/,
    );
    expect((await readFile(made.file)).equals(before)).toBe(true);
    const file = join(root, 'no-such-folder', 'site.tar');
    await expect(makeBackup(from.pool, { file, store: from.store, now })).rejects.toThrow(
      `${file} cannot be written (ENOENT).`,
    );
  });

  test('restores the images from a folder to a bucket and back, byte by byte', async () => {
    const service = await startS3Server();
    try {
      const inBucket = { ...(await emptySite()), store: createImagesOnS3(service.settings) };
      await restore(inBucket, made.file);
      expect((await service.objects()).toSorted()).toEqual([large.name, small.name].toSorted());

      const images = await imagesOf(to);
      await Promise.all([large, small].map(to.store.remove));
      await restore(to, (await backUp(inBucket)).file, { replace: true });
      expect(await imagesOf(to)).toEqual(images);

      await service.pause();
      const file = newFile();
      const options = { file, store: inBucket.store, now };
      await expect(makeBackup(inBucket.pool, options)).rejects.toMatchObject({ reason: 'unavailable' });
      await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
    } finally {
      await service.stop();
    }
  });
});

test('a backup is one snapshot while others write', async () => {
  const site = await emptySite();
  const ctx = await contextAs(site.db, 'admin');
  const tag = await createTag(ctx, { name: 'Pair' });
  const writing = new AbortController();
  const written: string[] = [];
  const writer = async () => {
    while (!writing.signal.aborted) {
      const { id } = await addPost(ctx, { title: `Pair ${randomUUID()}`, tagIds: [tag.id] });
      written.push(id);
    }
  };
  const writers = [writer(), writer()];
  await expect.poll(() => written.length).toBeGreaterThan(5);
  const acknowledged = written.length;
  const { file } = await backUp(site);
  writing.abort();
  await Promise.all(writers);

  const to = await emptySite();
  await restore(to, file);
  const { rows } = await to.pool.query<{ posts: number; pairs: number }>(
    `select count(*)::int as posts, count(l.post_id)::int as pairs
     from blog_posts p left join blog_post_tags l on l.post_id = p.id where p.title like 'Pair%'`,
  );
  expect(rows[0]?.posts).toBeGreaterThanOrEqual(acknowledged);
  expect(rows[0]?.pairs).toBe(rows[0]?.posts);
});

describe('restoreBackup refuses, without any change, an archive', () => {
  let site: Site;
  let file: string;
  let before: unknown;

  const stateOf = async () => [await digestOf(site), await imagesOf(site)];

  beforeAll(async () => {
    site = from;
    ({ file } = made);
    await addPost(await contextAs(site.db, 'editor'), { title: 'Later' });
    await putImage(site, later, Buffer.from('later'));
    await site.store.remove(small);
    before = await stateOf();
  });

  test('that is truncated anywhere', async () => {
    const { size } = await stat(file);
    for (const length of [0, 511, 700, Math.floor(size / 2), size - 1024, size - 1]) {
      const cut = newFile();
      await copyFile(file, cut);
      await truncate(cut, length);
      await expect(restore(site, cut, { replace: true }), String(length)).rejects.toThrow(/is damaged/);
    }
    expect(await stateOf()).toEqual(before);
  });

  test('with one changed byte anywhere, or appended bytes', async () => {
    const { size } = await stat(file);
    for (let n = 0; n < 20; n += 1) {
      const changed = newFile();
      await copyFile(file, changed);
      const handle = await open(changed, 'r+');
      const at = n < 18 ? Math.floor((size * n) / 18) + (n % 7) * 13 : size - 1 + (n - 18);
      const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at);
      await handle.write(Buffer.from([((buffer[0] ?? 0) + 1) % 256]), 0, 1, at);
      await handle.close();
      await expect(restore(site, changed, { replace: true }), `byte ${at}`).rejects.toThrow(/is damaged/);
      await rm(changed);
    }
    expect(await stateOf()).toEqual(before);
  });

  test('on a database that the product is using', async () => {
    const running = new pg.Client({ ...site.connection, application_name: 'anyforge' });
    await running.connect();
    await expect(restore(site, file, { replace: true })).rejects.toThrow('The product is running');
    await running.end();
    expect(await stateOf()).toEqual(before);
  });

  test('with migrations that this release does not know', async () => {
    const migrations = readMigrations().slice(0, 1);
    await expect(restore(site, file, { replace: true, migrations })).rejects.toThrow(
      /made by another release/,
    );
    expect(await stateOf()).toEqual(before);
  });

  test('whose number of rows differs from its manifest', async () => {
    const wrong = await copyWith(file, (manifest) => {
      for (const table of manifest.tables) if (table.name === 'users') table.rows += 1;
    });
    await expect(restore(site, wrong, { replace: true })).rejects.toThrow(/users has \d+ rows instead of/);
    expect(await stateOf()).toEqual(before);
  });

  test('restoreBackup with replace replaces all content', async () => {
    await restore(site, file, { replace: true });
    const [digests, images] = await stateOf();
    expect(digests?.['blog_posts']).toMatch(/^4 /);
    expect(Object.keys(images ?? {}).filter((path) => path.endsWith('.png'))).toEqual([
      `${small.folder}/${small.name}`,
      `${large.folder}/${large.name}`,
    ]);
  });
});

describe('a killed restore leaves every image with its row, and a second run completes it,', () => {
  const keysOf = (digit: string) =>
    Array.from({ length: 20 }, (_, n): ImageKey => {
      return { folder: 'editor-images', name: `${digit.repeat(37)}${String(n).padStart(2, '0')}.png` };
    });
  const arriving = keysOf('5');
  const leaving = keysOf('6');
  const areThere = (storage: string, keys: readonly ImageKey[]) =>
    keys.filter(({ folder, name }) => existsSync(join(storage, folder, name))).length;
  let file: string;
  let archived: unknown;

  beforeAll(async () => {
    const site = await emptySite();
    await addPost(await contextAs(site.db, 'admin'), { title: 'Of the archive' });
    for (const key of arriving) await putImage(site, key, Buffer.alloc(200_000, key.name));
    archived = [await digestOf(site), await imagesOf(site)];
    ({ file } = await backUp(site));
  });

  test.each([
    {
      when: 'while the new images come',
      is: (storage: string) => areThere(storage, arriving) > 0,
      leaves: 'Old',
    },
    {
      when: 'while the old images go',
      is: (storage: string) => areThere(storage, leaving) < 20,
      leaves: 'Of the archive',
    },
  ])('$when', async ({ is, leaves }) => {
    const dataDir = await mkdtemp(join(root, 'killed-'));
    const storage = join(dataDir, 'storage', 'blog-images');
    const before = { ...(await emptySite()), storage, store: createImagesOnDisk(storage) };
    await addPost(await contextAs(before.db, 'admin'), { title: 'Old' });
    for (const key of leaving) await putImage(before, key, Buffer.from('old'));
    await before.close();

    const env = { DATABASE_URL: urlOf(before.connection), DATA_DIR: dataDir };
    const command = startProcess(['scripts/restore.ts', file, '--replace'], env);
    const ended = command.exited.then(() => true);
    while (!is(storage) && !(await Promise.race([ended, sleep(1, false)])));
    command.signal('SIGKILL');
    expect(await command.exited, command.output()).toBeNull();

    const site = reopened(before);
    await sweepLater(site);
    expect(await site.db.selectFrom('blog_posts').select('title').execute()).toEqual([{ title: leaves }]);
    const rows = await site.db.selectFrom('images').select(['folder', 'name']).execute();
    expect(Object.keys(await imagesOf(site))).toEqual(
      rows.map(({ folder, name }) => `${folder}/${name}`).toSorted(),
    );

    await site.close();

    const again = reopened(before);
    await restore(again, file, { replace: true });
    expect([await digestOf(again), await imagesOf(again)]).toEqual(archived);
    await again.close();
  });
});

test('two restores at the same time, or a start and a restore, wait for each other', async () => {
  const to = await emptySite();
  const [first, second, starting] = [reopened(to), reopened(to), reopened(to)];
  const holder = await to.pool.connect();
  await lockMigrations(holder, () => {});
  const waiting = async () => {
    const found = await holder.query(`select 1 from pg_stat_activity
      where datname = current_database() and wait_event = 'advisory'`);
    return found.rowCount;
  };
  const all = [restore(first, made.file, { replace: true })];
  await expect.poll(waiting).toBe(1);
  const others = [
    restore(second, made.file, { replace: true }),
    migrate(starting.pool, { announce: () => {} }),
  ];
  await expect.poll(waiting).toBe(3);
  holder.release(true);
  await Promise.all([...all, ...others]);
  await Promise.all([first, second, starting].map((site) => site.close()));
  expect((await to.db.selectFrom('blog_posts').select('title').execute()).length).toBe(4);
});

/** A restore refuses while other connections are open, and a pool keeps its connections open. */
function reopened(site: Site): Site {
  return { ...site, ...openDatabase(site.connection, { timeZone: 'UTC', onIdleError: () => {} }) };
}

/** Runs the job `images` as the product does an hour later. */
async function sweepLater({ db, store }: Site): Promise<void> {
  const anHourAgo = new Date(Date.now() - 3_700_000);
  await db.updateTable('images').set({ created_at: anHourAgo }).where('state', '=', 'arriving').execute();
  await deleteUnusedImages({ db }, store, { onFailure: () => {} });
}

test('an archive of an older release is restored and then migrated', async () => {
  const known = readMigrations();
  const old = await emptySite();
  await old.pool.query('drop schema public cascade');
  await old.pool.query('create schema public');
  await migrate(old.pool, { announce: () => {}, migrations: known.slice(0, 3) });
  await old.pool.query("insert into blog_posts (title, slug, content) values ('Old', 'old', '<p>Old.</p>')");
  const { file, manifest } = await backUp(old);
  expect(manifest.migrations).toHaveLength(3);

  const to = await emptySite();
  const schema = await schemaOf(to);
  await restore(to, file);
  expect(await to.db.selectFrom('blog_posts').select(['slug', 'content']).execute()).toEqual([
    { slug: 'old', content: '<p>Old.</p>' },
  ]);
  expect(await schemaOf(to)).toEqual(schema);
});

test('a newer release migrates after a backup, and the release before goes back with it by one restore', async () => {
  const dataDir = await mkdtemp(join(root, 'way-back-'));
  const site = await emptySite();
  const env = { DATABASE_URL: urlOf(site.connection), DATA_DIR: dataDir };
  const config = readConfig(env);
  await addPost(await contextAs(site.db, 'admin'), { title: 'Before' });
  const said: string[] = [];
  const announce = (line: string) => void said.push(line);
  const newer = 'alter table images rename to stored_images; create table extra (id int)';
  await migrate(site.pool, {
    announce,
    migrations: [...readMigrations(), { name: '9999_newer.sql', sql: newer, checksum: newer }],
    beforeChange: () => backUpBeforeMigration(site.pool, config, announce),
  });
  await site.pool.query("update blog_posts set title = 'Since'");
  const file = join(dataDir, 'backups', (await readdir(join(dataDir, 'backups')))[0] ?? '');
  expect(said.join(' ')).toContain(`"npm run restore -- ${file} --replace" with the release before`);
  await expect(migrate(site.pool, { announce })).rejects.toThrow(/migrated by a newer release.* is lost/);
  await site.close();

  expect(await runProcess(['scripts/restore.ts', file, '--replace'], env)).toMatchObject({ code: 0 });
  const again = reopened(site);
  expect(await migrate(again.pool, { announce })).toEqual([]);
  expect(await again.db.selectFrom('blog_posts').select('title').execute()).toEqual([{ title: 'Before' }]);
  const noFolder = { ...config, dataDir: file };
  await expect(backUpBeforeMigration(again.pool, noFolder, announce)).rejects.toThrow(
    /no backup can be made/,
  );
  await again.close();
});

test('checkSpace refuses a disk with too little space and names the sizes', async () => {
  await expect(checkSpace(newFile(), 1e18)).rejects.toThrow(/not enough space in .*: \d+\.\d MB are needed/);
  await checkSpace(newFile(), 1);
  // It would take the reserve without which the site cannot write.
  const { freeBytes } = await readDiskSpace(dirname(newFile()));
  await expect(checkSpace(newFile(), (freeBytes - 20e6) / 1.05)).rejects.toThrow(
    /beside a reserve of 256 MB/,
  );
});

/** The same archive with a changed manifest and correct digests. */
async function copyWith(file: string, change: (manifest: Manifest) => void): Promise<string> {
  const archive = await openArchive(file);
  const copy = newFile();
  const writer = await createArchive(copy, now);
  const { tables, images } = archive.manifest;
  const names = [
    ...tables.map(({ name }) => `tables/${name}.copy.gz`),
    ...images.map(({ path }) => `images/${path}`),
  ];
  expect(names).not.toContain(manifestName);
  for (const name of names) await writer.add(name, archive.read(name));
  const manifest = structuredClone(archive.manifest);
  change(manifest);
  await writer.finish(manifest);
  await archive.close();
  return copy;
}

test('who left after the backup is not subscribed again, and sending is held', async () => {
  const site = await emptySite();
  const { db } = site;
  const names = ['complained', 'erased', 'stays', 'unsubscribed'];
  await db
    .insertInto('subscribers')
    .values(names.map((name) => ({ email: `${name}@x.test`, state: 'confirmed' as const })))
    .execute();
  const { file } = await backUp(site);

  for (const state of ['unsubscribed', 'complained'] as const) {
    await db.updateTable('subscribers').set({ state }).where('email', '=', `${state}@x.test`).execute();
  }
  await db.deleteFrom('subscribers').where('email', '=', 'erased@x.test').execute();
  await restore(site, file, { replace: true });
  const rows = await db.selectFrom('subscribers').select(['email', 'state']).orderBy('email').execute();
  expect(rows.map(({ email, state }) => `${email} ${state}`)).toEqual([
    'complained@x.test complained',
    'stays@x.test confirmed',
    'unsubscribed@x.test unsubscribed',
  ]);
  const { restored_at } = await db.selectFrom('installation').select('restored_at').executeTakeFirstOrThrow();
  expect(restored_at).toBeInstanceOf(Date);
});
