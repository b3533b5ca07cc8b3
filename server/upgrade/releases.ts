import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, lstat, mkdir, open, readdir, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { errorCode } from '#db/database-error.ts';

/** An upgrade that cannot begin or was taken back; the message is for the person who ran the command. */
export class UpgradeError extends Error {
  override readonly name = 'UpgradeError';
}

/** Where releases lie: `{root}/releases/{name}`, and `{root}/current` is a link to the one that runs. */
export type Layout = { root: string; current: string };

/** @param release folder of the release that this process belongs to */
export async function findLayout(release: string): Promise<Layout> {
  const here = await realpath(release);
  const root = dirname(dirname(here));
  const link = join(root, 'current');
  const target = await realpath(link).catch(() => null);
  const isLink = (await lstat(link).catch(() => null))?.isSymbolicLink() === true;
  if (basename(dirname(here)) === 'releases' && isLink && target !== null) return { root, current: target };
  throw new UpgradeError(
    `${here} is not the release that runs: releases lie in ROOT/releases/NAME, and ROOT/current is a link to one of them. docs/deploy.md says how to begin.`,
  );
}

/** Makes `current` lead to a release: to the old or to the new one at every moment. */
export async function switchTo({ root }: Layout, release: string): Promise<void> {
  const next = join(root, 'current.next');
  await rm(next, { force: true });
  await symlink(join('releases', basename(release)), next);
  await rename(next, join(root, 'current'));
  const folder = await open(root);
  await folder.sync().finally(() => folder.close());
}

/**
 * Puts a release into `releases`, whole or not at all.
 * @param release a folder; an archive (`.tar`, `.tar.gz`, `.tar.xz`); or a tag or branch of a git repository: `URL#REF`
 * @returns its folder
 */
export async function placeRelease({ root }: Layout, release: string, from: string): Promise<string> {
  const [, repository, reference] = /^(.+)#([\w][\w./-]*)$/.exec(release) ?? [];
  const source = repository === undefined ? resolve(from, release) : release;
  if (dirname(source) === join(root, 'releases')) return source;
  const name = (reference ?? basename(source))
    .replace(/\.tar(\.\w+)?$|\.tgz$/, '')
    .replaceAll(/[^\w.-]/g, '-');
  const target = join(root, 'releases', name);
  if (await exists(target)) throw new UpgradeError(`There is a release ${name} already: ${target}`);
  const partial = `${target}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  if (repository !== undefined && reference !== undefined) {
    const isHere = await exists(resolve(from, repository));
    const url = isHere ? pathToFileURL(resolve(from, repository)).href : repository;
    await run('git', ['clone', '--quiet', '--depth', '1', '--branch', reference, '--', url, partial], root);
  } else if ((await stat(source).catch(() => null))?.isDirectory() === true) {
    await cp(source, partial, { recursive: true, verbatimSymlinks: true });
  } else {
    await run('tar', ['-xf', source, '-C', partial], root);
  }
  const [only, ...others] = await readdir(partial);
  const isWrapped = only !== undefined && others.length === 0;
  const content = isWrapped ? join(partial, only) : partial;
  if (!(await exists(join(content, 'server', 'main.ts')))) {
    await rm(partial, { recursive: true, force: true });
    throw new UpgradeError(`${release} does not hold a release.`);
  }
  await rename(content, target);
  await rm(partial, { recursive: true, force: true });
  return target;
}

/** Installs the dependencies of a release and builds it, as its own start would. */
export async function prepareRelease(release: string): Promise<void> {
  const prepare = pathToFileURL(join(release, 'scripts', 'prepare.mjs')).href;
  const program = `const { install, build } = await import(${JSON.stringify(prepare)}); await install(); await build();`;
  await run(process.execPath, ['--input-type=module', '--eval', program], release);
}

/** Runs a program to its end. @throws UpgradeError with its last words */
export async function run(program: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-2_000)));
  }
  const [code] = await once(child, 'close').catch((error: unknown) => {
    throw new UpgradeError(`${program} cannot be run (${errorCode(error) || 'unknown reason'}).`);
  });
  if (code === 0) return;
  throw new UpgradeError(`${program} failed: ${output.trim().split('\n').slice(-3).join(' ')}`);
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
