import { globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';

import type { Failure } from './failure.ts';
import type { Site, SiteOptions } from './site.ts';
import { failedPages } from './page-failures.ts';

/** The clock of the product and of its database is set forward and back, as by a person or by a first contact with NTP. */

const library = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0] ?? null;
let setClock: (offset: string) => Promise<void> = async () => {};

const withSetClock: SiteOptions = {
  wrapper: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'af-clock-'));
    const file = join(folder, 'offset');
    setClock = (offset) => writeFile(file, `${offset}\n`);
    await setClock('+0');
    return {
      command: ['env', `LD_PRELOAD=${library}`],
      env: { FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' },
      remove: () => rm(folder, { recursive: true }),
    };
  },
};

export const clockJumps: Failure = {
  name: 'clock jumps',
  rounds: { short: 1, long: 20 },
  missing: () => (library === null ? 'libfaketime' : null),
  site: withSetClock,
  strike: async (_site, visitors, amount) => {
    const began = performance.now();
    const steps = amount === 'short' ? ['+2h', '-2h'] : ['+30s', '-30s', '+2h', '-2h', '+1d', '-1d'];
    for (const step of steps) {
      await setClock(step);
      await sleep(1_000);
    }
    await setClock('+0');
    await sleep(500);
    return { endedAt: performance.now(), failures: failedPages(visitors.readsSince(began)) };
  },
};

/** How many rows are left that a clock ahead makes old enough to be deleted. */
const countOld = (site: Site) =>
  site.withDatabase(async ({ db }) => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from messages where subject = 'Kept') as messages,
        (select count(*)::int from activity where subject_label = 'Kept') as activity,
        (select count(*)::int from images where original_name = 'kept') as images,
        (select count(*)::int from missing_pages where path = '/kept') as "missingPages"`.execute(db);
    return rows[0] ?? {};
  });

async function addOldRows(site: Site): Promise<void> {
  await site.withDatabase(async ({ db }) => {
    await sql`insert into messages (kind, name, email, subject, message, content_hash, text_hash)
      values ('contact', 'A', 'a@firm.test', 'Kept', 'Hello', '', '')`.execute(db);
    await sql`insert into activity (action, subject_label) values ('sign-in', 'Kept')`.execute(db);
    await sql`insert into images (folder, name, state, width, height, bytes, original_name)
      values ('logos', '00000000000000000001.png', 'stored', 1, 1, 1, 'kept')`.execute(db);
    await sql`insert into missing_pages (path) values ('/kept')`.execute(db);
  });
}

const jumpIsTold = async ({ origin }: Site) =>
  (await (await fetch(`${origin}/readyz`)).text()).includes('The clock jumped from');

/** Clocks that a person, or NTP, sets wrong under load: it is said within two minutes, and nothing is deleted. */
export const wrongClock: Failure = {
  name: 'wrong clock while it runs',
  rounds: { short: 0, long: 1 },
  missing: () => (library === null ? 'libfaketime' : null),
  site: withSetClock,
  strike: async (site) => {
    await addOldRows(site);
    const cookies = new Map(site.owner.cookies);
    const before = await countOld(site);
    const failures: string[] = [];
    for (const offset of ['+1100d', '+30d', '+8d', '-2h']) {
      await setClock(offset);
      const deadline = performance.now() + 120_000;
      while (!(await jumpIsTold(site)) && performance.now() < deadline) await sleep(500);
      if (!(await jumpIsTold(site))) failures.push(`${offset}: /readyz does not say it.`);
      const now = await countOld(site);
      if (JSON.stringify(now) !== JSON.stringify(before))
        failures.push(`${offset}: ${JSON.stringify(before)} became ${JSON.stringify(now)}.`);
      await setClock('+0');
    }
    while (await jumpIsTold(site)) await sleep(500);
    for (const [name, value] of cookies) site.owner.cookies.set(name, value);
    return { endedAt: performance.now(), failures };
  },
};

/** Machines that start with a clock that is wrong, as before the first contact with NTP: nothing is deleted. */
export const wrongClockAtStart: Failure = {
  name: 'wrong clock at a start',
  rounds: { short: 0, long: 1 },
  missing: () => (library === null ? 'libfaketime' : null),
  site: withSetClock,
  strike: async (running) => {
    await addOldRows(running);
    // By a clock that is ahead every session is over; by the right one it goes on, because its row is there.
    const cookies = new Map(running.owner.cookies);
    const before = await countOld(running);
    const failures: string[] = [];
    for (const [offset, isTold] of [
      ['+8d', false],
      ['+1100d', true],
      ['+30d', true],
      ['-2h', true],
      ['-8d', true],
    ] as const) {
      await setClock(offset);
      running.kill('both');
      await sleep(500);
      await running.untilReady();
      // Every job has run once.
      await sleep(15_000);
      const now = await countOld(running);
      if (JSON.stringify(now) !== JSON.stringify(before))
        failures.push(`${offset}: ${JSON.stringify(before)} became ${JSON.stringify(now)}.`);
      if ((await jumpIsTold(running)) !== isTold) failures.push(`${offset}: /readyz is wrong about it.`);
    }
    await setClock('+0');
    running.kill('both');
    await sleep(500);
    await running.untilReady();
    for (const [name, value] of cookies) running.owner.cookies.set(name, value);
    return { endedAt: performance.now(), failures };
  },
};
