import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createImagesOnDisk } from '#adapters/image-store.ts';
import { createLog } from '#adapters/log.ts';
import { readBackupStatus } from '#db/queries/installation.ts';
import { createCategory } from '#domain/taxonomy/create-term.ts';
import { createOwnDatabase, useDatabase } from '#tests/database.ts';
import { contextAs, emailsIn } from '#tests/factories.ts';
import { startS3Server } from '#tests/s3-server.ts';
import { useFolder } from '#tests/folder.ts';
import { readConfig } from '../settings/config.ts';
import { withArchiveFile } from './archive-file.ts';
import { openArchive } from './archive-reader.ts';
import { backupFiles, listArchives } from './backup-place.ts';
import { restoreBackup } from './restore-backup.ts';
import { createScheduledBackups, type BackupDependencies } from './scheduled-backups.ts';

const passphrase = 'a passphrase that is hard to guess';
const log = createLog({ level: 'silent' });

const root = useFolder();
const database = useDatabase();

beforeAll(async () => {
  await createCategory(await contextAs(database.db, 'super_admin'), { name: 'Craft' });
});

async function configWith(settings: Record<string, string>) {
  const folder = await mkdtemp(join(root, 'site-'));
  return readConfig({
    DATABASE_URL: 'postgres://db.test/site',
    DATA_DIR: join(folder, 'data'),
    BACKUP_TO: join(folder, 'backups'),
    ...settings,
  });
}

function dependencies(changes: Partial<BackupDependencies> = {}): BackupDependencies {
  const mail = { isSetUp: true, send: async () => {}, check: async () => {}, close: () => {} };
  return {
    domain: { db: database.db, mail, jobAdded: () => {}, origin: 'https://firm.test', timeZone: 'UTC' },
    pool: database.pool,
    images: createImagesOnDisk(join(root, 'no-images')),
    log,
    verify: null,
    ...changes,
  };
}

/** Each test begins like a new site: the state of all backups is deleted. */
beforeEach(async () => {
  await database.pool.query(
    `update installation set backup_attempted_at = null, backup_succeeded_at = null, backup_file = '',
       backup_failure = null, backup_emailed = '{}', backup_verified_at = null, backup_verify_failure = null`,
  );
  await database.pool.query('delete from jobs');
});

const filesIn = async (folder: string) =>
  (await readdir(folder).catch(() => [])).filter((name) => name !== 'anyforge-backups');
const emails = async () => {
  return (await emailsIn(database.db)).map(({ subject }) => subject);
};

test('without BACKUP_TO nothing is stored, and the dashboard says that nothing is backed up', async () => {
  const config = readConfig({ DATA_DIR: root });
  const backups = createScheduledBackups(config);
  await backups.run(dependencies());
  expect(backups.notices('UTC').warnings).toEqual([
    { text: expect.stringMatching(/^Nothing is backed up\./), needsContent: true },
  ]);
  expect(backups.warning()).toBeNull();
});

describe('a day with BACKUP_TO', () => {
  test('makes one encrypted archive, which restores with its passphrase and with no other', async () => {
    const config = await configWith({ BACKUP_PASSPHRASE: passphrase });
    const folder = join(config.dataDir, '..', 'backups');
    let now = new Date('2026-11-22T04:00:00Z');
    const backups = createScheduledBackups(config, () => now);
    await backups.run(dependencies());
    await backups.run(dependencies());
    expect(await filesIn(folder)).toEqual(['anyforge-2026-11-22T04-00-00Z.tar.age']);
    expect(await readFile(join(folder, 'anyforge-2026-11-22T04-00-00Z.tar.age'), 'latin1')).toMatch(
      /^age-encryption\.org\/v1\n-> scrypt /,
    );
    expect(await filesIn(join(config.dataDir, 'backup-work'))).toEqual([]);
    now = new Date('2026-11-23T03:30:00Z');
    await backups.run(dependencies());
    expect(await filesIn(folder)).toHaveLength(2);

    const other = await createOwnDatabase();
    await withArchiveFile(config, 'newest', async (file) => {
      const { createdAt } = await restoreBackup(other.pool, {
        file,
        store: createImagesOnDisk(join(root, 'restored')),
        directory: root,
        replace: false,
        announce: () => {},
      });
      expect(createdAt).toBe('2026-11-23T03:30:00.000Z');
    });
    expect(await other.db.selectFrom('blog_categories').select('name').execute()).toEqual([
      { name: 'Craft' },
    ]);
    await other.drop();

    const open = (backupPassphrase: string | null) =>
      withArchiveFile({ ...config, backupPassphrase }, 'newest', async () => {});
    await expect(open('another passphrase of a user')).rejects.toThrow(/cannot be decrypted/);
    await expect(open(null)).rejects.toThrow(/^newest is encrypted\. Set BACKUP_PASSPHRASE/);
    const nowhere = withArchiveFile({ ...config, backup: null }, 'newest', async () => {});
    await expect(nowhere).rejects.toThrow(/^There is no file newest, and BACKUP_TO names no place/);
    expect(await filesIn(join(config.dataDir, 'backup-work'))).toEqual([]);
  });

  test('deletes archives that are kept no longer, and no other file', async () => {
    const config = await configWith({ BACKUP_KEEP: '2d' });
    const folder = join(config.dataDir, '..', 'backups');
    for (const day of [20, 21, 22]) {
      await createScheduledBackups(config, () => new Date(Date.UTC(2026, 10, day, 4))).run(dependencies());
      await writeFile(join(folder, 'notes.tar'), 'of an operator');
    }
    expect((await filesIn(folder)).toSorted()).toEqual([
      'anyforge-2026-11-21T04-00-00Z.tar',
      'anyforge-2026-11-22T04-00-00Z.tar',
      'notes.tar',
    ]);
  });

  test('makes one archive when two instances find it due at the same time', async () => {
    const config = await configWith({});
    const other = { ...config, dataDir: `${config.dataDir}-2` };
    const now = () => new Date('2026-11-22T04:00:00Z');
    let verified = 0;
    const verify = async () => {
      verified += 1;
      return { seconds: 1 };
    };
    const instances = [config, other].map((each) => createScheduledBackups(each, now));
    await Promise.all(instances.map((each) => each.run(dependencies({ verify }))));
    expect(verified).toBe(1);
    expect(await readBackupStatus(database.db)).toMatchObject({ failure: null, verifySeconds: 1 });
    expect(instances[0]?.notices('UTC').warnings).toEqual([]);
  });

  test('that fails is recorded, emailed once, and made good by the next success', async () => {
    const config = await configWith({});
    const folder = join(config.dataDir, '..', 'backups');
    await writeFile(folder, 'a file where the folder should be');
    let now = new Date('2026-11-22T04:00:00Z');
    const backups = createScheduledBackups(config, () => now);
    for (const minute of [0, 5, 15, 30]) {
      now = new Date(Date.UTC(2026, 10, 22, 4, minute));
      await backups.run(dependencies());
    }
    expect(backups.notices('UTC').warnings).toEqual([
      {
        text: expect.stringMatching(/^The last backup failed\. There is no backup yet\.$/),
        details: expect.stringMatching(/^The backup folder .* cannot be used \((EEXIST|ENOTDIR)\)/),
      },
    ]);
    expect(backups.warning()).toBe('the last backup failed');
    expect(await emails()).toEqual(['The backup failed']);

    await rm(folder);
    now = new Date(Date.UTC(2026, 10, 22, 4, 45));
    await backups.run(dependencies());
    expect([backups.notices('UTC').warnings, backups.warning()]).toEqual([[], null]);

    await writeFile(join(root, 'again'), '');
    const broken = { ...config, dataDir: join(root, 'again') };
    now = new Date('2026-11-23T04:00:00Z');
    await createScheduledBackups(broken, () => now).run(dependencies());
    expect(await emails()).toHaveLength(2);
  });

  test('that cannot be restored is reported, and emailed once until one could be', async () => {
    const config = await configWith({});
    let now = new Date('2026-11-22T04:00:00Z');
    const backups = createScheduledBackups(config, () => now);
    const fails = async () => Promise.reject(new Error('No room.'));
    for (const day of [22, 23]) {
      now = new Date(Date.UTC(2026, 10, day, 4));
      await backups.run(dependencies({ verify: fails }));
    }
    expect(backups.notices('UTC').warnings).toEqual([
      { text: 'The newest backup could not be restored.', details: 'No room.' },
    ]);
    expect(backups.warning()).toBe('the newest backup could not be restored');
    expect(await emails()).toEqual(['The newest backup cannot be restored']);
    for (const [day, verify] of [
      [24, async () => ({ seconds: 1 })],
      [25, fails],
    ] as const) {
      now = new Date(Date.UTC(2026, 10, day, 4));
      await backups.run(dependencies({ verify }));
    }
    expect(await emails()).toHaveLength(2);
  });

  test('whose archive is missing is named, and makes another one at once', async () => {
    const config = await configWith({});
    const folder = join(config.dataDir, '..', 'backups');
    let now = new Date('2026-11-22T04:00:00Z');
    const backups = createScheduledBackups(config, () => now);
    await backups.run(dependencies());
    expect(backups.notices('UTC').facts).toEqual([
      'Newest backup: today 04:00, seen in the place of backups today 04:00',
      expect.stringMatching(/DATABASE_URL/),
      'Deleted data stays in backups for up to 6 months',
    ]);
    const [name = ''] = await filesIn(folder);
    await rm(join(folder, name));
    now = new Date('2026-11-22T04:01:00Z');
    await backups.run(dependencies());
    expect(backups.warning()).toBe('files are missing in the place of the backups');
    expect(backups.notices('UTC')).toMatchObject({
      warnings: [{ details: `The place of the backups has lost ${name}. It is stored anew.` }],
      facts: [expect.stringMatching(/DATABASE_URL/), expect.stringMatching(/^Deleted/)],
    });
    expect(await emails()).toEqual(['The backup failed']);
    now = new Date('2026-11-22T04:02:00Z');
    await backups.run(dependencies());
    expect([backups.warning(), await filesIn(folder)]).toEqual([null, ['anyforge-2026-11-22T04-02-00Z.tar']]);
  });

  test('refuses a place without the marker that it had: a disk that is not mounted', async () => {
    const config = await configWith({});
    const folder = join(config.dataDir, '..', 'backups');
    let now = new Date('2026-11-22T04:00:00Z');
    const backups = createScheduledBackups(config, () => now);
    await backups.run(dependencies());
    await rename(folder, `${folder}-disk`);
    await mkdir(folder);
    for (const [at, warning] of [
      ['2026-11-22T05:00:00Z', 'the place of the backups cannot be used'],
      ['2026-11-23T04:00:00Z', 'the last backup failed'],
    ] as const) {
      now = new Date(at);
      await backups.run(dependencies());
      expect(backups.notices('UTC').warnings).toEqual([
        {
          text: expect.any(String),
          details: expect.stringMatching(/no file anyforge-backups now\. Is its disk mounted\?/),
        },
      ]);
      expect(backups.warning()).toBe(warning);
    }
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
    await rename(`${folder}-disk`, folder);
    now = new Date('2026-11-23T04:15:00Z');
    await backups.run(dependencies());
    expect(backups.warning()).toBeNull();
    expect(await filesIn(folder)).toHaveLength(2);
  });
});

test('archives in a bucket are stored in parts, listed below their prefix only, fetched and deleted', async () => {
  const service = await startS3Server();
  try {
    const settings = { ...service.env, STORAGE: 'disk' };
    const ofSite = await configWith({ ...settings, BACKUP_TO: 's3://blog-images/site' });
    const ofOther = await configWith({ ...settings, BACKUP_TO: 's3://blog-images' });
    if (!ofSite.backup || !ofOther.backup) throw new Error('no backup');
    const store = backupFiles(ofSite.backup.to);
    const name = 'anyforge-2026-11-22T04-00-00Z.tar';
    const large = join(root, 'large');
    // A little more than a part.
    const bytes = Buffer.alloc(35_000_000, 'of an archive');
    await writeFile(large, bytes);
    await store.put(name, large);
    expect((await listArchives(store)).map((archive) => archive.name)).toEqual([name]);
    expect(await listArchives(backupFiles(ofOther.backup.to))).toEqual([]);
    await store.fetch(name, join(root, 'fetched'));
    expect((await readFile(join(root, 'fetched'))).equals(bytes)).toBe(true);
    await store.remove(name);
    expect(await listArchives(store)).toEqual([]);

    let now = new Date('2026-11-22T04:00:00Z');
    const backups = createScheduledBackups(ofSite, () => now);
    await backups.run(dependencies());
    expect(backups.notices('UTC').warnings).toEqual([]);
    const { manifest } = await withArchiveFile(ofSite, name, async (file) => {
      const archive = await openArchive(file);
      await archive.close();
      return archive;
    });
    expect(manifest.createdAt).toBe('2026-11-22T04:00:00.000Z');
    // Emptied, as by a rule of the bucket.
    for (const lost of ['anyforge-backups', name]) await store.remove(lost);
    const warnings: (string | null)[] = [];
    for (const time of ['04:59', '05:00', '05:01', '05:02']) {
      now = new Date(`2026-11-22T${time}:00Z`);
      await backups.run(dependencies());
      warnings.push(backups.warning());
      if (warnings.length !== 2) continue;
      expect(backups.notices('UTC').warnings).toMatchObject([
        { details: expect.stringContaining(`has lost anyforge-backups, ${name}.`) },
      ]);
    }
    expect(warnings).toEqual([null, 'files are missing in the place of the backups', null, null]);
    expect(await store.has('anyforge-backups')).toBe(true);
    expect(await listArchives(store)).toMatchObject([{ name: 'anyforge-2026-11-22T05-01-00Z.tar' }]);
    await service.pause();
    now = new Date('2026-11-22T06:01:00Z');
    await backups.run(dependencies());
    expect(backups.warning()).toBe('the place of the backups cannot be used');
    await expect(store.list('')).rejects.toThrow(/^The backup bucket blog-images cannot be used/);
  } finally {
    await service.stop();
  }
});
