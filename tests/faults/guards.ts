import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';

import { readDiskSpace } from '#domain/storage/disk-space.ts';
import { findFreePort } from '../free-port.ts';
import { dashboardSays, expectGuardQuiet, expectGuardSpeaks } from '../guard-speaks.ts';
import { photograph } from '../image-files.ts';
import { copiesIn, startMailServer } from '../mail-server.ts';
import { startS3Server } from '../s3-server.ts';
import { upload } from '../uploads.ts';
import { diskNeeds, diskOf } from './disk.ts';
import type { Failure } from './failure.ts';
import { failedPages } from './page-failures.ts';
import { speaking, type Site } from './site.ts';

/** Each guard speaks on all its channels once its subject breaks under load, and is quiet once that is mended. */

const rounds = { short: 0, long: 1 };
const filesAreMissing = 'files are missing in the place of the backups';
const pointInTime = 'Point in time: any second since';

let emptyBucket = async () => {};
const emptiedBucket: Failure = {
  name: 'emptied bucket',
  rounds,
  site: {
    wrapper: async () => {
      const service = await startS3Server();
      emptyBucket = service.empty;
      const env = { ...service.env, ...speaking, STORAGE: 'disk', BACKUP_TO: 's3://blog-images/site' };
      return { command: [], env, remove: service.stop };
    },
  },
  strike: async (site) => {
    await dashboardSays(site.owner, pointInTime);
    // It is looked at once an hour, and at a start.
    await site.whileOff(emptyBucket);
    const says = { says: filesAreMissing, dashboard: 'The place of the backups has lost ' };
    await expectGuardSpeaks(site, site.owner, 'backups', says);
    await expectGuardQuiet(site, 'backups');
    await dashboardSays(site.owner, pointInTime);
    return { endedAt: performance.now() };
  },
};

let backups = '';
const missingKey: Failure = {
  name: 'missing key of the archive',
  rounds,
  site: {
    wrapper: async (dataDir) => {
      backups = `${dataDir}-backups`;
      const env = {
        ...speaking,
        BACKUP_TO: backups,
        BACKUP_PASSPHRASE: 'a passphrase that is hard to guess',
      };
      return { command: [], env, remove: () => rm(backups, { recursive: true }) };
    },
  },
  strike: async (site) => {
    const key = join(backups, 'point-in-time', 'key.age');
    const says = { says: filesAreMissing, dashboard: 'has lost point-in-time/key.age' };
    await dashboardSays(site.owner, pointInTime);
    const kept = await readFile(key);
    await rm(key);
    await expectGuardSpeaks(site, site.owner, 'backups', says);
    // The process knows it, and puts it back.
    await expectGuardQuiet(site, 'backups');
    await site.whileOff(() => rm(key));
    await expectGuardSpeaks(site, site.owner, 'backups', says);
    const failures = existsSync(key) ? ['A new key was made beside the archive of the lost one.'] : [];
    await writeFile(key, kept);
    await expectGuardQuiet(site, 'backups');
    return { endedAt: performance.now(), failures };
  },
};

const onSmallDisk = diskOf(900, speaking);
const lowDisk: Failure = {
  name: 'low disk',
  rounds,
  site: onSmallDisk,
  missing: diskNeeds,
  strike: async (site, visitors) => {
    const filler = join(site.dataDir, 'filler');
    const { freeBytes } = await readDiskSpace(site.dataDir);
    const began = performance.now();
    const { body } = await upload(site.owner, await photograph(900, 600));
    await writeFile(filler, Buffer.alloc(freeBytes - 150_000_000));
    const says = 'the disk that holds DATA_DIR is full';
    await expectGuardSpeaks(site, site.owner, 'disk', { says, dashboard: `T${says.slice(1)}` });
    const failures = failedPages(visitors.readsSince(began));
    // No other size is kept: the image is sent as it is stored.
    const small = await fetch(`${site.origin}${body.src}?w=320`);
    if (small.status !== 200 || small.headers.get('cache-control') !== 'public, max-age=60')
      failures.push(`An image in another size was answered ${small.status}.`);
    await rm(filler);
    await expectGuardQuiet(site, 'disk');
    return { endedAt: performance.now(), failures };
  },
};

const fullDiskByUpload: Failure = {
  name: 'full disk by upload',
  rounds,
  site: onSmallDisk,
  missing: diskNeeds,
  strike: async (site, visitors) => {
    const began = performance.now();
    const answers = [await uploadZeros(site, { 'content-length': '900000000' })];
    let lowest = Infinity;
    const isOver = new AbortController();
    const watching = (async () => {
      for (; !isOver.signal.aborted; await sleep(20))
        lowest = Math.min(lowest, (await readDiskSpace(site.dataDir)).freeBytes);
    })();
    answers.push(await uploadZeros(site, { 'transfer-encoding': 'chunked' }));
    isOver.abort();
    await watching;
    const failures = failedPages(visitors.readsSince(began));
    if (answers.join() !== '507,507') failures.push(`The uploads were answered ${answers.join()}.`);
    if (lowest < 150_000_000) failures.push('The upload took the reserve.');
    const notes = [
      `at least ${Math.floor(lowest / 1e6)} MB stayed free`,
      `${visitors.writesSince(began)} writes`,
    ];
    return { endedAt: performance.now(), notes, failures };
  },
};

/** Sends an export that does not end. @returns the status of the answer */
function uploadZeros({ origin, owner }: Site, headers: Record<string, string>): Promise<number> {
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const { promise, resolve } = Promise.withResolvers<number>();
  const sent = request(`${origin}/api/imports?name=zeros.xml`, {
    method: 'POST',
    headers: { ...headers, cookie, origin, 'content-type': 'application/octet-stream' },
  });
  const block = Buffer.alloc(1_048_576, ' ');
  const send = () => {
    while (!sent.destroyed && sent.write(block)) {
      // Until the connection takes no more.
    }
  };
  sent.on('drain', send).on('error', () => resolve(0));
  sent.on('response', ({ statusCode = 0 }) => {
    resolve(statusCode);
    sent.destroy();
  });
  send();
  return promise;
}

let mailPort = 0;
const deadMailServer: Failure = {
  name: 'dead mail server',
  rounds,
  site: {
    wrapper: async () => {
      mailPort = await findFreePort('127.0.0.1');
      const mail = { EMAIL_TRANSPORT: 'smtp', SMTP_URL: `smtp://127.0.0.1:${mailPort}` };
      const env = { ...speaking, ...mail, CONTACT_EMAIL: 'site@firm.test' };
      return { command: [], env, remove: async () => {} };
    },
  },
  strike: async (site) => {
    // As if five minutes had gone by.
    await site.withDatabase(({ db }) =>
      sql`update jobs set created_at = now() - interval '6 minutes'`.execute(db),
    );
    await expectGuardSpeaks(site, site.owner, 'email', { says: 'the mail server cannot be reached' });
    const mail = await startMailServer({ port: mailPort });
    await expectGuardQuiet(site, 'email');
    const twice = copiesIn(mail).filter((copies) => copies > 1).length;
    await mail.stop();
    const notes = [`${mail.received.length} emails left afterwards`];
    return { endedAt: performance.now(), notes, failures: twice > 0 ? [`${twice} emails came twice.`] : [] };
  },
};

export const brokenGuards: readonly Failure[] = [
  emptiedBucket,
  missingKey,
  lowDisk,
  fullDiskByUpload,
  deadMailServer,
];
