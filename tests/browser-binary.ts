import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  readFileSync,
} from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

import { z } from 'zod';

/** The options of Playwright's `launch` to start the browser. */
export type BrowserBinary = {
  readonly executablePath: string;
  readonly args: string[];
  readonly env: Record<string, string>;
};

/** Nothing here weakens what a page may do, so the tests see the browser that visitors have. */
const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Finds the browser for the tests and unpacks the pinned one, with its libraries and fonts, on its first use. Throws an
 * Error with a message when there is none for this machine.
 */
export async function findBrowser(announce: (line: string) => void = () => {}): Promise<BrowserBinary> {
  const env = environment();
  const executablePath = chooseBrowser(env);
  if (executablePath !== undefined) return { executablePath, args: [...args], env };
  const folder = await unpackedBrowser(announce);
  return {
    executablePath: join(folder, 'chromium'),
    args: [...args],
    env: {
      ...env,
      LD_LIBRARY_PATH: [join(folder, 'lib'), env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  };
}

/**
 * The path of the browser to use: CHROMIUM_PATH, else one on PATH where the pinned one does not run; undefined for the
 * pinned one from node_modules, which is the same on every machine. Throws an Error when CHROMIUM_PATH is no program.
 */
export function chooseBrowser(env: Readonly<Record<string, string>>): string | undefined {
  const configured = env['CHROMIUM_PATH'];
  if (configured) {
    if (!isProgram(configured)) throw new Error(`CHROMIUM_PATH ${configured} is not a program.`);
    return configured;
  }
  return isPinnedForMachine
    ? undefined
    : installedBrowser(env['PATH'] ?? '', ['/Applications', join(env['HOME'] ?? '/', 'Applications')]);
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/**
 * The browser that is installed on this machine.
 * @param applications folders of applications, as macOS has them
 */
export function installedBrowser(path: string, applications: readonly string[]): string | undefined {
  const onPath = ['chromium', 'chromium-browser', 'google-chrome'].flatMap((name) =>
    path.split(delimiter).map((folder) => join(folder, name)),
  );
  const inApplications = applications.flatMap((folder) =>
    ['Google Chrome', 'Chromium'].map((name) => join(folder, `${name}.app`, 'Contents', 'MacOS', name)),
  );
  return [...onPath, ...inApplications].find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const isPinnedForMachine = process.platform === 'linux' && process.arch === 'x64';

const packages = join(import.meta.dirname, '..', 'node_modules');
const archives = ['al2023', 'fonts', 'swiftshader'];

/** A folder of its own per version, renamed into place when it is whole: runs at the same time do not disturb. */
async function unpackedBrowser(announce: (line: string) => void): Promise<string> {
  const home = packageHome();
  const { version } = z
    .object({ version: z.string().min(1) })
    .parse(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')));
  const folder = join(packages, '.cache', 'anyforge-browser', version);
  if (existsSync(folder)) return folder;
  announce('Unpacking the browser for the tests. This happens once and takes some seconds.');
  await mkdir(dirname(folder), { recursive: true });
  const fresh = await mkdtemp(`${folder}-`);
  try {
    for (const name of archives) await unpack(join(home, 'bin', `${name}.tar.br`), fresh);
    const program = join(fresh, 'chromium');
    await pipeline(
      createReadStream(join(home, 'bin', 'chromium.br')),
      createBrotliDecompress(),
      createWriteStream(program),
    );
    await chmod(program, 0o755);
    await chmod(fresh, 0o755);
    await writeFile(join(fresh, 'fonts.conf'), fontsConfiguration(folder));
    await rename(fresh, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
    return folder;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

function packageHome(): string {
  if (!isPinnedForMachine) {
    throw new Error(
      'There is no browser for this machine in node_modules: install Chromium or set CHROMIUM_PATH.',
    );
  }
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  return join(dirname(entry), '..');
}

async function unpack(archive: string, folder: string): Promise<void> {
  const tar = join(folder, 'archive.tar');
  await pipeline(createReadStream(archive), createBrotliDecompress(), createWriteStream(tar));
  const { status, stderr, error } = spawnSync('tar', ['--extract', '--no-same-owner', '--file', tar], {
    cwd: folder,
  });
  if (status !== 0)
    throw new Error(`Cannot unpack ${archive}: ${error?.message ?? stderr.toString().trim()}`);
  await rm(tar);
}

/** Its own fonts first, so that pages measure the same on every machine; the machine's for what they lack. */
function fontsConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
`;
}
