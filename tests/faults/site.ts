import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { openDatabase, type DatabaseClient } from '#db/client.ts';
import { embeddedConnection } from '#db/embedded/start.ts';
import { createOwner } from '../client.ts';
import { findFreePort } from '../free-port.ts';
import { folderOnDisk } from '../memory-folder.ts';
import { startProcess, type RunningProcess } from '../process.ts';

export type SiteOptions = {
  /** A command in front of the product's own, such as one that limits its memory. */
  wrapper?: (dataDir: string) => Promise<Wrapper>;
};

type Wrapper = {
  command: readonly string[];
  /** DATA_DIR as this process sees it, where the product has a disk of its own. */
  dataDir?: string;
  env?: Record<string, string>;
  remove: () => Promise<void>;
};

export type KillTarget = 'server' | 'database' | 'both';

export type Site = Awaited<ReturnType<typeof startSite>>;

/** Settings with which the guards are heard. */
export const speaking = { LOG_LEVEL: 'info', ACCESS_LOG: 'off', METRICS_PORT: '0' };

const readyWithinMilliseconds = 120_000;
const pauseBeforeStart = 100;

/** The product on its embedded database, started again whenever it ends, as a service manager does. */
export async function startSite({ wrapper }: SiteOptions = {}) {
  const dataDir = await mkdtemp(join(folderOnDisk(), 'af-failure-'));
  const wrapped = await wrapper?.(dataDir);
  const [program = process.execPath, ...args] = [
    ...(wrapped?.command ?? []),
    process.execPath,
    'server/main.mjs',
  ];
  const port = await findFreePort('127.0.0.1');
  const origin = `http://127.0.0.1:${port}`;
  const settings = {
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    TRUSTED_PROXIES: '127.0.0.1',
    ...wrapped?.env,
  };
  const seenDataDir = wrapped?.dataDir ?? dataDir;
  let earlier = '';
  let starts = 0;
  let isStopping = false;
  let held: Promise<unknown> = Promise.resolve();
  let running = run();

  const supervise = async () => {
    while (true) {
      await running.exited;
      if (isStopping) return;
      earlier += running.output();
      await Promise.all([sleep(pauseBeforeStart), held]);
      if (isStopping) return;
      running = run();
    }
  };
  function run(): RunningProcess {
    starts += 1;
    return startProcess(args, settings, program);
  }
  const supervised = supervise();

  const output = () => earlier + running.output();
  const databasePids = () => {
    const main = mainDatabasePid(seenDataDir);
    return main === null ? [] : [main, ...childrenOf(main)];
  };
  const kill = (target: KillTarget) => {
    const pids = [
      ...(target === 'database' ? [] : [running.pid]),
      ...(target === 'server' ? [] : databasePids()),
    ];
    for (const pid of pids) signal(pid, 'SIGKILL');
  };
  const untilReady = async () => {
    const deadline = performance.now() + readyWithinMilliseconds;
    while (performance.now() < deadline) {
      const status = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 200) return;
      await sleep(25);
    }
    throw new Error(`The product is not ready:\n${output().slice(-4_000)}`);
  };
  const stop = async () => {
    isStopping = true;
    running.signal('SIGTERM');
    await Promise.race([running.exited, sleep(20_000, undefined, { ref: false })]);
    for (const pid of databasePids()) signal(pid, 'SIGKILL');
    running.signal('SIGKILL');
    await running.exited;
    await supervised;
    await wrapped?.remove();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };

  try {
    await untilReady();
    const setupLink = await running.until(/(http\S+\/admin\/setup\?token=\S+)\n/);
    const owner = await createOwner({ origin, setupLink: () => setupLink });
    return {
      origin,
      port,
      /** As this process sees it. */
      dataDir: seenDataDir,
      owner,
      /** Memory of the main process at this moment. */
      pid: () => running.pid,
      /** How often it was started. */
      starts: () => starts,
      /** Everything that all starts have printed. */
      output,
      /** PostgreSQL's main process and all others of it; none while it does not run. */
      databasePids,
      kill,
      untilReady,
      /** Does something while everything is ended, as by a power cut. */
      whileOff: async (work: () => Promise<unknown>) => {
        const done = Promise.withResolvers<void>();
        held = done.promise;
        const ended = running.exited;
        kill('both');
        await ended;
        await work().finally(done.resolve);
        await untilReady();
      },
      /** Until then it stays ended. */
      holdBack: (until: Promise<unknown>) => {
        held = until;
      },
      /** A connection to the database that does not go by way of the product. */
      withDatabase: async <T>(work: (client: DatabaseClient) => Promise<T>) => {
        const connection = embeddedConnection(seenDataDir);
        if (connection === null) throw new Error('The database does not run.');
        const client = openDatabase(connection, { timeZone: 'UTC', onIdleError: () => {}, max: 1 });
        try {
          return await work(client);
        } finally {
          await client.close();
        }
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A process that has ended meanwhile needs no signal. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

function mainDatabasePid(dataDir: string): number | null {
  const pid = Number.parseInt(read(join(dataDir, 'postgres', 'postmaster.pid')), 10);
  return pid > 0 ? pid : null;
}

/** @returns the processes whose parent this one is */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(/\) . (\d+)/.exec(read(`/proc/${pid}/stat`))?.[1]) === parent);
}

export function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
