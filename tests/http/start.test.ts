import { mkdtemp, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { findFreePort } from '../free-port.ts';
import { createClient } from '#tests/client.ts';
import { countLockWaits, useDatabase } from '#tests/database.ts';
import { startProcess, type RunningProcess } from '#tests/process.ts';
import { urlOf } from '#tests/database-url.ts';
import { isLong } from '#tests/long.ts';
import { childrenOf } from '#tests/faults/site.ts';
import { useFolder } from '#tests/folder.ts';

/** The start as a person sees it: what it says, how it ends, and what it leaves behind. */

const root = useFolder();
const database = useDatabase();
const started = new Set<RunningProcess>();

afterAll(async () => {
  for (const one of started) one.signal('SIGKILL');
  await Promise.all([...started].map((one) => one.exited));
});

const newFolder = () => mkdtemp(join(root, 'd-'));

function start(
  settings: Record<string, string>,
  args: readonly string[] = ['server/main.mjs'],
  program?: string,
) {
  const env = { NODE_ENV: 'production', PORT: '0', LOG_LEVEL: 'warn', ...settings };
  const one = startProcess(args, env, program);
  started.add(one);
  return one;
}

async function ready(settings: Record<string, string>) {
  const one = start(settings);
  return { ...one, origin: await one.until(/Ready at (\S+)/) };
}

/** The message of a start that has to fail, once it is over. */
async function refusal(settings: Record<string, string>): Promise<string[]> {
  const one = start(settings);
  expect(await one.exited).toBe(1);
  expect(one.output()).not.toContain('    at ');
  return one.output().trimEnd().split('\n');
}

/** Programs that stand in this folder or below it: its PostgreSQL. */
function processesIn(folder: string): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
    } catch {
      return false;
    }
  });
}

async function statusOf(port: number, path: string): Promise<number> {
  return (await fetch(`http://127.0.0.1:${port}${path}`)).status;
}

test.each([
  ['once it is ready', true],
  ['while it starts', false],
])('a product that a command started for itself ends when the command is killed %s', async (_when, waits) => {
  const program = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['server/main.mjs'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    console.log('Started ' + child.pid);
  `;
  const settings = { DATABASE_URL: urlOf(database.connection), DATA_DIR: await newFolder() };
  const command = start(settings, ['--eval', program]);
  const pid = Number(await command.until(/Started (\d+)/));
  if (waits) await command.until(/Ready at/);
  command.signal('SIGKILL');
  await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 30_000 }).toBe(false);
});

describe('refuses in words, with exit code 1,', () => {
  test('several wrong settings, all together, before anything is made', async () => {
    const dataDir = join(await newFolder(), 'data');
    const settings = { PORT: '3000x', SITE_TIMEZONE: 'Nowhere', EMAIL_TRANSPORT: 'smtp', DATA_DIR: dataDir };
    expect(await refusal(settings)).toEqual([
      'PORT must be a whole number from 0 to 65535.',
      'SITE_TIMEZONE must be the name of a time zone such as America/Toronto.',
      'SMTP_URL must be set because EMAIL_TRANSPORT is smtp.',
    ]);
    expect(existsSync(dataDir)).toBe(false);
  });

  test('a DATA_DIR that cannot be written', async () => {
    const file = join(await newFolder(), 'file');
    await writeFile(file, 'precious');
    const [line, ...more] = await refusal({ DATA_DIR: join(file, 'data') });
    expect(line).toMatch(/^DATA_DIR cannot keep the session secret: \S+ can be neither read nor written/);
    expect(more).toEqual([]);
    const secret = 'a-secret-that-is-long-enough-to-be-taken-0123';
    expect(await refusal({ DATA_DIR: join(file, 'data'), SESSION_SECRET: secret })).toEqual([
      `Cannot create DATA_DIR ${join(file, 'data')}: it is not a directory.`,
    ]);
    expect(await readFile(file, 'utf8')).toBe('precious');
  });
});

describe('a DATABASE_URL whose server is not there yet', () => {
  // A server on a socket can be given its place later; one on a port has it already.
  test.runIf(inject('postgres').host.startsWith('/'))(
    'is waited for: alive, not ready, told once; and served from as soon as it is there',
    async () => {
      const later = join(await newFolder(), 'socket');
      const url = urlOf({ ...database.connection, host: later });
      const port = await findFreePort('127.0.0.1');
      const one = start({ DATABASE_URL: url, DATA_DIR: await newFolder(), PORT: String(port) });
      await one.until(/Waiting for it\./);
      expect(await statusOf(port, '/healthz')).toBe(200);
      expect(await statusOf(port, '/readyz')).toBe(503);
      expect(await statusOf(port, '/')).toBe(503);
      await symlink(database.connection.host, later);
      await one.until(/Ready at/);
      // An answer counts for a second.
      await expect.poll(() => statusOf(port, '/readyz'), { timeout: 1_500 }).toBe(200);
      expect(await statusOf(port, '/')).toBe(200);
      expect(one.output().match(/Waiting/g)).toHaveLength(1);
      one.signal('SIGTERM');
      expect(await one.exited).toBe(0);
    },
  );

  test('an unknown host is named, and a signal ends the wait', async () => {
    const one = start({
      DATABASE_URL: 'postgres://user@no-such-host.invalid/site',
      DATA_DIR: await newFolder(),
    });
    await one.until(/The host of DATABASE_URL (is unknown|cannot be looked up)\. Waiting for it\./);
    one.signal('SIGINT');
    expect(await one.exited).toBe(0);
  });
});

test('a start with a database and a bucket elsewhere makes DATA_DIR', async () => {
  const dataDir = join(await newFolder(), 'data');
  const one = start({
    DATABASE_URL: urlOf(database.connection),
    DATA_DIR: dataDir,
    SESSION_SECRET: 'a-secret-that-is-long-enough-to-be-taken-0123',
    STORAGE: 's3',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'key',
  });
  await one.until(/Ready at/);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  one.signal('SIGTERM');
  expect(await one.exited).toBe(0);
});

test('a start is not ready before the account of ADMIN_EMAIL is there', async () => {
  // Creating an account waits for the end of this transaction.
  const held = await database.db.startTransaction().execute();
  await sql`lock table users in exclusive mode`.execute(held);
  const port = await findFreePort('127.0.0.1');
  const owner = { email: 'owner@firm.test', password: 'correct horse' };
  const one = start({
    DATABASE_URL: urlOf(database.connection),
    DATA_DIR: await newFolder(),
    PORT: String(port),
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  });
  await expect.poll(() => countLockWaits(database.db), { timeout: 60_000, interval: 50 }).toBe(1);
  expect(await statusOf(port, '/readyz')).toBe(503);
  await held.rollback().execute();
  await expect.poll(() => statusOf(port, '/readyz'), { timeout: 60_000, interval: 20 }).toBe(200);
  const signedIn = await createClient({ origin: `http://127.0.0.1:${port}` }).post('/admin/login', owner);
  expect(signedIn.status).toBe(302);
  one.signal('SIGTERM');
  expect(await one.exited).toBe(0);
});

describe('on an embedded database', () => {
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await newFolder();
  });

  test('a signal during the start ends it, and the next starts find nothing broken', async () => {
    const one = start({ DATA_DIR: dataDir });
    await one.until(/Creating the database/);
    one.signal('SIGINT');
    expect(await one.exited).toBe(0);
    expect(processesIn(dataDir)).toEqual([]);
  });

  test('SIGTERM to the main process of npm start stops everything, with exit code 0', async () => {
    const npm = start({ DATA_DIR: dataDir }, ['start'], 'npm');
    const origin = await npm.until(/Ready at (\S+)/);
    const [main = 0] = childrenOf(npm.pid);
    expect(processesIn(dataDir)).not.toEqual([]);
    process.kill(main, 'SIGTERM');
    expect(await npm.exited).toBe(0);
    expect(processesIn(dataDir)).toEqual([]);
    await expect(fetch(origin)).rejects.toThrow();
  });

  test('the product ends when npm is killed', async () => {
    const npm = start({ DATA_DIR: dataDir }, ['start'], 'npm');
    const origin = await npm.until(/Ready at (\S+)/);
    npm.signal('SIGKILL');
    await npm.exited;
    await expect.poll(() => processesIn(dataDir), { timeout: 20_000 }).toEqual([]);
    await expect(fetch(origin)).rejects.toThrow();
  });

  test.runIf(isLong)('SIGTERM ends the product in 15 seconds though the database has no disk', async () => {
    const product = await ready({ DATA_DIR: dataDir });
    const checkpointer = processesIn(dataDir).find((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('checkpointer'),
    );
    // The shutdown of PostgreSQL waits for it, as it does on a slow disk.
    process.kill(Number(checkpointer), 'SIGSTOP');
    const began = performance.now();
    product.signal('SIGTERM');
    await product.exited;
    expect(performance.now() - began).toBeLessThan(15_500);

    const next = await ready({ DATA_DIR: dataDir });
    next.signal('SIGTERM');
    expect(await next.exited).toBe(0);
  });
});
