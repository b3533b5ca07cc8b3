import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '#tests/free-port.ts';
import { useFolder } from '#tests/folder.ts';
import { project, readText } from '#tests/project.ts';
import { startProcess } from '#tests/process.ts';

/** `npm run release`, and its archive on a server: installed, started, upgraded to a next version, and the way back. */

const root = useFolder();
const { name, version } = JSON.parse(readText('package.json')) as { name: string; version: string };
const archive = `${name}-${version}.tar.gz`;
const installed = join(root, 'installed', `${name}-${version}`);

/** The project in another folder, with its installed packages. */
function copyOfProject(folder: string): string {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: project, encoding: 'utf8' });
  for (const file of files.split('\0').filter((one) => existsSync(join(project, one)) && one !== ''))
    cpSync(join(project, file), join(folder, file));
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function npm(folder: string, args: readonly string[], env: Record<string, string> = {}) {
  const { stdout, stderr } = await promisify(execFile)('npm', args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    maxBuffer: 1e8,
  });
  return stdout + stderr;
}

/** npm takes its registry and certificates from the machine. */
const machine = { ...process.env, NODE_ENV: 'production' };

const made = (folder: string) => readdirSync(folder).map((file) => [file, digestOf(join(folder, file))]);
const digestOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

beforeAll(async () => {
  await npm(copyOfProject(join(root, 'one')), ['run', 'release', '--', join(root, 'release')]);
  mkdirSync(join(root, 'installed'));
  execFileSync('tar', ['-xzf', join(root, 'release', archive), '-C', join(root, 'installed')]);
}, 300_000);

test('two releases of the same sources in two folders are the same bytes, and the sums are theirs', async () => {
  await npm(copyOfProject(join(root, 'two')), ['run', 'release', '--', join(root, 'again')]);
  expect(made(join(root, 'again'))).toEqual(made(join(root, 'release')));
  execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: join(root, 'release') });
}, 300_000);

test('the bill of materials has every package that the release installs', () => {
  const { components } = JSON.parse(
    readFileSync(join(root, 'release', `${name}-${version}.cdx.json`), 'utf8'),
  ) as { components: { 'bom-ref': string }[] };
  const { packages } = JSON.parse(readFileSync(join(installed, 'package-lock.json'), 'utf8')) as {
    packages: object;
  };
  expect(components.map((one) => one['bom-ref'])).toEqual(
    Object.keys(packages).filter((path) => path !== ''),
  );
});

/** A version in a folder, started as its users do. */
function start(folder: string, env: NodeJS.ProcessEnv) {
  const one = startProcess(['start'], { ...machine, ...env }, 'npm', folder);
  onTestFinished(async () => {
    one.signal('SIGTERM');
    await one.exited;
  });
  return one;
}

test('a release starts without a build and without packages of development, is upgraded, and goes back', async () => {
  const port = String(await findFreePort('127.0.0.1'));
  const env = { PORT: port, DATA_DIR: join(root, 'data'), RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const origin = `http://127.0.0.1:${port}`;
  const first = start(installed, env);
  await first.until(/Ready at/, 120_000);
  expect(first.output()).not.toContain('Building');
  const packages = readdirSync(join(installed, 'node_modules'));
  for (const one of ['react', 'vite', 'vitest', 'tailwindcss', '@tiptap'])
    expect(packages).not.toContain(one);
  await npm(installed, ['run', 'seed', '--', '--posts', '4', '--views', '10'], env);
  expect(await npm(installed, ['run', '--silent', 'doctor', '--', '--version'])).toBe(`${name} ${version}\n`);
  const home = await (await fetch(origin)).text();

  const next = join(root, 'next');
  execFileSync('cp', ['-al', installed, next]);
  writeFileSync(
    join(next, 'db/migrations/9999_next.sql'),
    'create table of_the_next_version (id uuid primary key);',
  );

  const unanswered: number[] = [];
  const visit = new AbortController();
  const visitor = (async () => {
    while (!visit.signal.aborted) {
      const status = await fetch(origin, { signal: AbortSignal.timeout(5_000) }).then(
        ({ status: code }) => code,
        () => 0,
      );
      if (status !== 200) unanswered.push(Date.now());
      await sleep(25);
    }
  })();
  const stopped = Date.now();
  first.signal('SIGTERM');
  await first.exited;
  const second = start(next, env);
  await second.until(/Ready at/, 60_000);
  const ready = Date.now();
  await sleep(1_000);
  visit.abort();
  await visitor;
  expect(unanswered.filter((at) => at < stopped || at > ready + 200)).toEqual([]);
  expect(await (await fetch(origin)).text()).toBe(home);
  const backup = await second.until(/The backup is (\S+)\. To go back/);
  second.signal('SIGTERM');
  await second.exited;

  const refused = start(installed, env);
  expect(await refused.exited).not.toBe(0);
  expect(refused.output()).toContain('The database was migrated by a newer release (it knows 9999_next.sql)');
  await npm(installed, ['run', 'restore', '--', backup, '--replace'], env);
  const back = start(installed, env);
  await back.until(/Ready at/, 60_000);
  expect(await (await fetch(origin)).text()).toBe(home);
}, 400_000);
