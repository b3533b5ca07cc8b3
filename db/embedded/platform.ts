import type { BigIntStats } from 'node:fs';
import { link, open, readdir, readFile, readlink, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { EmbeddedPostgresError } from './error.ts';
import { runProgram, type Account } from './program.ts';

export type StartContext = {
  readonly dataDir: string;
  /** That of PostgreSQL, in it. */
  readonly dataDirectory: string;
  readonly platform: Platform;
  /** True if programs are tied to this process. */
  readonly diesWithUs: boolean;
  readonly self: Account;
  /** Gets a message for the operator when something takes longer. */
  readonly announce: (line: string) => void;
  /** Called while a PostgreSQL whose owner is gone is waited for. */
  readonly onOrphan: (() => Promise<void>) | undefined;
};

/** The differences between operating systems, except how `program.ts` begins a command. */
export type Platform = {
  /** True if root may appear as another user to a program, and a program may be tied to this process. */
  readonly hasNamespaces: boolean;
  /**
   * The name by which a started program finds a folder that it inherits as this descriptor; where possible one for which it
   * need not be able to enter the folders above.
   */
  inheritedPath(descriptor: number, path: string): string;
  /** Tells processes of different containers apart, whose ids may be the same. */
  processNamespace(): Promise<string>;
  /**
   * Takes a lock for this process, which ends with it at the latest.
   * @returns a function that gives it back, before its file is closed; null: another process has it
   */
  takeOwner(lock: LockFile): Promise<(() => Promise<void>) | null>;
  /** Waits until no PostgreSQL works on the data; from then on the lock is held. False: one still does. */
  takeData(lock: LockFile, dataDirectory: string, seconds: number): Promise<boolean>;
  /** The processes that are certainly PostgreSQL working in this directory. */
  findPostgres(dataDirectory: string): Promise<readonly number[]>;
  /** True if this process is a PostgreSQL, of whatever directory. */
  isPostgres(pid: number): Promise<boolean>;
};

export type LockFile = { readonly file: FileHandle; readonly path: string; readonly diesWithUs: boolean };

/** The one of this machine. `ANYFORGE_PLATFORM=portable` is for tests of the portable ways on Linux. */
export function platformOfMachine(): Platform {
  return process.platform === 'linux' && process.env['ANYFORGE_PLATFORM'] !== 'portable' ? linux : portable;
}

/**
 * Locks are the kernel's: they are dropped when their holders are gone, so neither a crash nor a reused process id can leave
 * one behind, and they hold between containers too. PostgreSQL inherits the lock of the data and keeps it as long as any of
 * its processes lives.
 */
const linux: Platform = {
  hasNamespaces: true,
  inheritedPath: (descriptor) => `/proc/self/fd/${descriptor}`,
  processNamespace: () => readlink('/proc/self/ns/pid').catch(() => 'unknown'),
  async takeOwner(lock) {
    return (await flock(lock, 0)) ? async () => {} : null;
  },
  takeData: (lock, _dataDirectory, seconds) => flock(lock, seconds),
  async findPostgres(dataDirectory) {
    const here = await stat(dataDirectory, { bigint: true }).catch(() => null);
    if (here === null) return [];
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
    const found = await Promise.all(pids.map(async (pid) => ((await standsIn(pid, here)) ? [pid] : [])));
    return found.flat();
  },
  /** For containers where root may not look into other users' processes. */
  async isPostgres(pid) {
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    return name.trim() === 'postgres';
  },
};

/** Node has no flock(2); the command locks the open file that we share with it, and the lock stays ours. */
async function flock({ file, diesWithUs }: LockFile, seconds: number): Promise<boolean> {
  const args = ['--exclusive', '--wait', String(seconds), '3'];
  const command = { file: 'flock', args, runAs: { how: 'direct' }, diesWithUs, inherit: [file.fd] } as const;
  const { code, output } = await runProgram(command);
  if (code === 0) return true;
  if (code === 1) return false;
  throw new EmbeddedPostgresError(
    `DATA_DIR cannot be locked with the flock command (${output.trim() || `exit code ${code}`}).`,
  );
}

/** True if a process is a PostgreSQL whose working directory this is: PostgreSQL enters its data. */
async function standsIn(pid: number, here: BigIntStats): Promise<boolean> {
  const program = await readlink(`/proc/${pid}/exe`).catch(() => '');
  // A running program whose file was replaced is shown with this suffix.
  if (basename(program.replace(/ \(deleted\)$/, '')) !== 'postgres') return false;
  const folder = await stat(`/proc/${pid}/cwd`, { bigint: true }).catch(() => null);
  return folder !== null && folder.dev === here.dev && folder.ino === here.ino;
}

/**
 * POSIX only, for macOS. A lock is a file that names its holder, so it does not hold between containers or machines. Whether
 * PostgreSQL still works on the data is seen from its command line; PostgreSQL itself refuses a second server on one data
 * directory by the shared memory of the first.
 */
const portable: Platform = {
  hasNamespaces: false,
  inheritedPath: (_descriptor, path) => path,
  processNamespace: async () => 'machine',
  async takeOwner({ path }) {
    const held = `${path}.held`;
    const own = `${process.pid} ${await startOf(process.pid)}`;
    const candidate = `${held}.${process.pid}`;
    const file = await open(candidate, 'w', 0o600);
    await file.writeFile(own);
    await file.close();
    try {
      for (let attempt = 0; attempt < 10; attempt += 1) {
        if (await appears(candidate, held)) return () => rm(held, { force: true });
        const other = await readFile(held, 'utf8').catch(() => '');
        if (other !== '' && (await isHolder(other))) return null;
        await removeStale(held, other, candidate);
      }
      return null;
    } finally {
      await rm(candidate, { force: true });
    }
  },
  async takeData(_lock, dataDirectory, seconds) {
    const deadline = Date.now() + seconds * 1000;
    while ((await portable.findPostgres(dataDirectory)).length > 0) {
      if (Date.now() >= deadline) return false;
      await sleep(100);
    }
    return true;
  },
  /** The postmaster; its children end with it. */
  async findPostgres(dataDirectory) {
    const list = await ps('-axo', 'pid=,command=');
    return list.split('\n').flatMap((line) => {
      const [, pid = '', command = ''] = /^\s*(\d+) (.*)$/.exec(line) ?? [];
      return /(?:^|\/)postgres -D /.test(command) && command.includes(` -D ${dataDirectory} `)
        ? [Number(pid)]
        : [];
    });
  },
  async isPostgres(pid) {
    return basename((await ps('-o', 'comm=', '-p', String(pid))).trim()) === 'postgres';
  },
};

/** Only the lock that was seen to be stale goes: one start at a time looks again, and while it is there no one puts another. */
async function removeStale(held: string, seen: string, candidate: string): Promise<void> {
  const removing = `${held}.removing`;
  if (await appears(candidate, removing)) {
    if ((await readFile(held, 'utf8').catch(() => '')) === seen) await rm(held, { force: true });
    await rm(removing, { force: true });
    return;
  }
  const remover = await readFile(removing, 'utf8').catch(() => '');
  if (remover !== '' && !(await isHolder(remover))) await rm(removing, { force: true });
}

/** True if it was not there before. A link appears with its content, or not at all. */
function appears(candidate: string, path: string): Promise<boolean> {
  return link(candidate, path).then(
    () => true,
    () => false,
  );
}

/** Process ids are used again: the start says whether it is the same process. */
async function isHolder(record: string): Promise<boolean> {
  const [, pid = '', started = ''] = /^(\d+) (.*)$/.exec(record) ?? [];
  return started !== '' && (await startOf(Number(pid))) === started;
}

/** When a process started, to the second; empty when there is none. */
async function startOf(pid: number): Promise<string> {
  return (await ps('-o', 'lstart=', '-p', String(pid))).trim();
}

async function ps(...args: readonly string[]): Promise<string> {
  const command = { file: 'ps', args, runAs: { how: 'direct' }, diesWithUs: false } as const;
  const { code, output } = await runProgram(command);
  // It ends with code 1 when there is no such process.
  return code === 0 ? output : '';
}
