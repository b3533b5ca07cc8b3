import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import pg from 'pg';

import { embeddedConnection } from '#db/embedded/start.ts';
import { findFreePort } from '#server/http/listen.ts';
import { createClient, createOwner } from '../client.ts';
import { postForm } from '../factories.ts';

/** Upgrades with a failure, one after the other, on one installation whose every acknowledged write is noted. */

export const failures = [
  'none',
  'a migration fails',
  'a migration deletes posts',
  'the release does not start',
  'the release answers with empty pages',
  'the release starts only where it is tried',
  'the command is killed when visitors are back',
  'the command is killed',
] as const;
export type Failure = (typeof failures)[number];

export type Round = {
  failure: Failure;
  /** Milliseconds after which the command was killed. */
  killedAfter: number | null;
  from: string;
  to: string;
  /** Acknowledged messages so far, those of them that are not in the database, and messages that are there twice. */
  acknowledged: number;
  lost: number;
  duplicated: number;
  /** Answers with status 200 and without a heading. */
  emptyPages: number;
  /** From the failure, or the kill, until the product was ready; null where nothing failed. */
  secondsUntilBack: number | null;
  /** The longest time in which no page was answered. */
  secondsAway: number;
};

const project = fileURLToPath(new URL('../..', import.meta.url));
const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 };
const parts = [
  'adapters',
  'app',
  'build',
  'db',
  'domain',
  'public',
  'scripts',
  'server',
  'package.json',
  'tsconfig.json',
];

/**
 * @param plan the failure of each round, and after how many milliseconds the command is killed where it is; null: at a random
 *   moment of the time that the last whole upgrade took
 */
export async function runUpgrades(
  plan: readonly { failure: Failure; killAfter: number | null }[],
  report: (round: Round) => void,
): Promise<Round[]> {
  const root = await mkdtemp(join(tmpdir(), 'af-up-'));
  const port = await findFreePort('127.0.0.1');
  const site = await install(root, port);
  const rounds: Round[] = [];
  try {
    await site.start();
    const setupLink = () => /(http\S+\/admin\/setup\?token=\S+)/.exec(site.log)?.[1] ?? '';
    await site.readLog();
    const owner = await createOwner({ origin: site.origin, setupLink });
    for (const title of ['One', 'Two', 'Three']) {
      await owner.post('/admin/posts/new.data', postForm({ title, published: 'true' }));
    }
    const visits = visit(site.origin);
    let wholeUpgrade = 20_000;
    for (const { failure, killAfter: wanted } of plan) {
      const killAfter = wanted ?? Math.round(Math.random() * wholeUpgrade);
      const from = basename(await readlink(join(root, 'current')));
      const release = await makeRelease(root, from, failure, port, rounds.length + 1);
      visits.measureAbsence();
      const command = site.run([release, '--prepared'], {
        killsItself: failure === 'the command is killed when visitors are back',
      });
      const isKilled = failure === 'the command is killed';
      const startedAt = performance.now();
      if (isKilled) {
        await Promise.race([sleep(killAfter), once(command, 'close')]);
        command.kill('SIGKILL');
      }
      if (command.exitCode === null && command.signalCode === null) await once(command, 'close');
      const failedAt = performance.now();
      if (failure === 'none') wholeUpgrade = failedAt - startedAt;
      if (failure.startsWith('the command is killed')) await once(site.run(['--take-back']), 'close');
      await site.untilReady();
      const to = basename(await readlink(join(root, 'current')));
      const round = {
        failure,
        killedAfter: isKilled ? killAfter : null,
        from,
        to,
        acknowledged: visits.acknowledged.length,
        ...(await compare(join(root, 'data'), visits.acknowledged)),
        emptyPages: visits.emptyPages(),
        secondsUntilBack:
          site.secondsOfGoingBack() ?? (isKilled ? (performance.now() - failedAt) / 1_000 : null),
        secondsAway: visits.secondsAway(),
      };
      rounds.push(round);
      report(round);
      // A product that was tried may still be ending, and keeps its compiled code there.
      if (to !== basename(release)) await rm(release, removal);
    }
    await visits.stop();
    return rounds;
  } finally {
    await site.stop();
    await rm(root, removal);
  }
}

/** An installation as docs/deploy.md lays it out, with two shell commands in the place of systemd. */
async function install(root: string, port: number) {
  const first = join(root, 'releases', 'first');
  await mkdir(first, { recursive: true });
  for (const part of parts) await cp(join(project, part), join(first, part), { recursive: true });
  await symlink(join(project, 'node_modules'), join(first, 'node_modules'));
  await symlink('releases/first', join(root, 'current'));
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    NODE_ENV: 'production',
    DATA_DIR: join(root, 'data'),
    PORT: String(port),
    WORKERS: '1',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  };
  const [pid, log] = [join(root, 'pid'), join(root, 'log')];
  const start = `cd ${root}/current && { setsid ${process.execPath} server/main.ts >> ${log} 2>&1 < /dev/null & echo $! > ${pid}; }`;
  const stop = `[ ! -f ${pid} ] || { p=$(cat ${pid}); kill -TERM $p 2>/dev/null; while grep -q '^State:.[^Z]' /proc/$p/status 2>/dev/null; do sleep 0.1; done; rm -f ${pid}; }`;
  let output = '';
  const shell = (command: string) => once(spawn('sh', ['-c', command], { env, stdio: 'ignore' }), 'close');
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  const untilReady = async () => {
    for (let attempt = 0; attempt < 600; attempt += 1) {
      if (await isReady()) return;
      await sleep(200);
    }
    throw new Error(`The product is not ready:\n${await readFile(log, 'utf8')}\n${output}`);
  };
  const site = {
    origin,
    log: '',
    readLog: async () => {
      site.log = await readFile(log, 'utf8');
    },
    start: async () => {
      await shell(start);
      await untilReady();
    },
    stop: () => shell(stop),
    untilReady,
    run: (args: readonly string[], { killsItself = false } = {}): ChildProcess => {
      output = '';
      // Some time after the product is ready, and before the command knows.
      const startAndKill = `${start}; ${process.execPath} -e "${untilWritten(origin)}"; kill -9 $PPID`;
      const command = spawn(
        process.execPath,
        ['scripts/upgrade.ts', ...args, '--stop', stop, '--start', killsItself ? startAndKill : start],
        {
          cwd: join(root, 'current'),
          env,
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      for (const stream of [command.stdout, command.stderr]) {
        stream?.setEncoding('utf8').on('data', (text: string) => {
          output += text;
          void appendFile(log, text);
        });
      }
      return command;
    },
    secondsOfGoingBack: () => {
      const found = /runs again, after ([\d.]+) s/.exec(output)?.[1];
      return found === undefined ? null : Number(found);
    },
  };
  return site;
}

/** A program that ends when visitors have had a second to write. */
const untilWritten = (origin: string) =>
  `const ask = () => fetch('${origin}/readyz').then(({ status }) => setTimeout(status === 200 ? () => {} : ask, 1000), () => setTimeout(ask, 100)); ask()`;

/** The release that runs, and a change. */
async function makeRelease(
  root: string,
  from: string,
  failure: Failure,
  port: number,
  number: number,
): Promise<string> {
  const release = join(root, 'releases', `release-${number}`);
  await rm(release, { recursive: true, force: true });
  await cp(join(root, 'releases', from), release, { recursive: true, verbatimSymlinks: true });
  const migrations = join(release, 'db', 'migrations');
  const newest = (await readdir(migrations)).toSorted().at(-1) ?? '';
  const next = `${String(Number(newest.slice(0, 4)) + 1).padStart(4, '0')}_of_release_${number}.sql`;
  const migrate = (sql: string) => writeFile(join(migrations, next), sql);
  const main = join(release, 'server', 'main.ts');
  const start = await readFile(main, 'utf8');
  switch (failure) {
    case 'none':
    case 'the command is killed':
    case 'the command is killed when visitors are back':
      await migrate(`create table of_release_${number} (id int)`);
      break;
    case 'a migration fails':
      await migrate('select 1 / 0');
      break;
    case 'a migration deletes posts':
      await migrate('delete from blog_posts');
      break;
    case 'the release does not start':
      await writeFile(main, 'process.exit(1);\n');
      break;
    case 'the release answers with empty pages':
      await writeFile(
        main,
        `import { createServer } from 'node:http';
         createServer((_, answer) => answer.end()).listen(Number(process.env.PORT), () => console.log('Ready at port'));
         process.on('SIGTERM', () => process.exit(0));\n`,
      );
      break;
    case 'the release starts only where it is tried':
      await migrate(`create table of_release_${number} (id int)`);
      await writeFile(
        main,
        start.replace(/^(?!import)/m, `if (process.env['PORT'] === '${port}') process.exit(1);\n`),
      );
      break;
  }
  return release;
}

/** Writes and reads without a pause. */
function visit(origin: string) {
  const over = new AbortController();
  const acknowledged: string[] = [];
  let emptyPages = 0;
  let [seenAt, longestAbsence] = [performance.now(), 0];
  const noteAbsence = () => {
    longestAbsence = Math.max(longestAbsence, performance.now() - seenAt);
  };
  const client = createClient({ origin });
  const writing = (async () => {
    for (let n = 0; !over.signal.aborted; n += 1) {
      const text = `message ${n}`;
      const fields = { name: 'Ada', email: 'ada@visitor.test', subject: 'Hello', message: text };
      const answer = await client.post('/contact', fields).catch(() => null);
      const body = await answer?.text().catch(() => '');
      if (answer?.status === 200 && body?.includes('Message sent successfully.')) acknowledged.push(text);
      await sleep(50);
    }
  })();
  const reading = (async () => {
    for (let n = 0; !over.signal.aborted; n += 1) {
      const answer = await client.get(['/', '/blog', '/blog/one'][n % 3] ?? '/').catch(() => null);
      const body = await answer?.text().catch(() => null);
      if (answer?.status === 200 && body) {
        noteAbsence();
        seenAt = performance.now();
      }
      if (answer?.status === 200 && body !== null && !body?.includes('</h1>')) emptyPages += 1;
      await sleep(50);
    }
  })();
  return {
    acknowledged,
    emptyPages: () => emptyPages,
    measureAbsence: () => {
      longestAbsence = 0;
    },
    secondsAway: () => {
      noteAbsence();
      return longestAbsence / 1_000;
    },
    stop: async () => {
      over.abort();
      await Promise.all([writing, reading]);
    },
  };
}

async function compare(
  dataDir: string,
  acknowledged: readonly string[],
): Promise<Pick<Round, 'lost' | 'duplicated'>> {
  const expected = [...acknowledged];
  const connection = embeddedConnection(dataDir);
  if (!connection) throw new Error('There is no database.');
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ message: string }>('select message from messages');
  const posts = await client.query<{ count: string }>('select count(*)::text from blog_posts');
  await client.end();
  const stored = new Set(rows.map(({ message }) => message));
  return {
    lost: expected.filter((text) => !stored.has(text)).length + (3 - Number(posts.rows[0]?.count)),
    duplicated: rows.length - stored.size,
  };
}
