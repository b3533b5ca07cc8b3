// Runs before anything is installed, under Node 20 or newer: imports only Node's own modules.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { runChild } from './child.mjs';

/** The project's folder, with a separator at its end. */
export const project = fileURLToPath(new URL('../', import.meta.url));

/** The product cannot be prepared; the message is for the user who started it. */
export class PrepareError extends Error {
  name = 'PrepareError';

  /** @param {string} message @param {number} [exitCode] */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const wrongArguments = new PrepareError(
  'The arguments are incomplete or unknown: --help shows the ways to call this command.',
  2,
);

const stampName = '.anyforge-stamp';
const installStamp = join(project, 'node_modules', stampName);
const ownNode = join(project, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
const buildStamp = join(project, 'build', stampName);

/**
 * Installs the packages of package-lock.json that are missing. Repeats an interrupted installation.
 *
 * @param {{ development?: boolean }} [options] `development`: also the packages for tests; without it they stay if they are there
 */
export async function install({ development = false } = {}) {
  if (isInstalled(development)) return;
  await alone(async () => {
    if (isInstalled(development)) return;
    console.log('Installing the dependencies. This takes up to a minute.');
    rmSync(installStamp, { force: true });
    // Whatever NODE_ENV says.
    const tests = development ? '--include=dev' : '--omit=dev';
    const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund', tests, '--include=optional'];
    const code = await runChild('npm', args, { cwd: project, env: hostEnvironment() });
    if (code !== 0) throw new PrepareError(`npm ci failed (exit code ${code}); see its message above.`);
    // Headers for packages in C: 67 MB that nothing reads.
    rmSync(join(ownNode, '..', '..', 'include'), { recursive: true, force: true });
    writeFileSync(installStamp, stampOf(development));
  });
}

/**
 * Builds the website if the sources have changed since the last build. Repeats an interrupted build.
 *
 * @param {(text: string) => void} [output] takes what is printed
 */
export async function build(output) {
  if (isBuilt()) return;
  await alone(async () => {
    if (isBuilt()) return;
    const sources = stampOfSources();
    console.log('Building the website. This takes a few seconds.');
    rmSync(buildStamp, { force: true });
    const quiet = ['--logLevel', 'warn'];
    const env = { NODE_ENV: 'production' };
    const code =
      (await runTool('react-router', ['build', ...quiet], env, output)) ||
      (await runTool(
        'vite',
        ['build', '--config', 'vite.server.config.ts', 'scripts/keep-last-build.ts', ...quiet],
        env,
        output,
      ));
    if (code !== 0)
      throw new PrepareError(`The website cannot be built (exit code ${code}); see the message above.`);
    writeFileSync(buildStamp, `${sources.content}\n${sources.files}`);
  });
}

/**
 * Runs a tool of node_modules with the project's Node.
 *
 * @param {string} name as in node_modules/.bin
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env] in addition to ours
 * @param {(text: string) => void} [output] takes what it prints; without it, it prints on our output
 */
export function runTool(name, args, env = {}, output) {
  return runChild(nodeBinary(), [join(project, 'node_modules', '.bin', name), ...args], {
    cwd: project,
    env: { ...process.env, ...env },
    output,
  });
}

/** The Node that runs the product: the one in node_modules, otherwise this one if it is new enough. */
export function nodeBinary() {
  const isThere = existsSync(ownNode);
  if (isThere && realpathSync(ownNode) === process.execPath) return process.execPath;
  if (isThere && spawnSync(ownNode, ['--version']).status === 0) return ownNode;
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  throw new PrepareError(
    `Node 24 is needed. There is none in node_modules for ${process.platform}-${process.arch}, and this is Node ${process.versions.node}: install Node 24 or newer.`,
  );
}

/**
 * Becomes another program on the Node that runs the product, which this process is after the first start.
 *
 * @param {string} program
 * @param {readonly string[]} args
 */
export async function continueWith(program, args) {
  const node = nodeBinary();
  if (node !== process.execPath) return await runChild(node, [...process.execArgv, program, ...args]);
  process.argv.splice(1, Infinity, program, ...args);
  await import(pathToFileURL(program).href);
  return Number(process.exitCode ?? 0);
}

/** The name and version of the product. */
function version() {
  const own = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  return `${own.name} ${own.version}`;
}

/**
 * Runs a script: exits with the result of `main`, and prints only the message of a PrepareError.
 *
 * @param {() => Promise<number>} main
 * @param {string} [usage] the answer to --help; without it the options are those of another program
 */
export async function runScript(main, usage) {
  const asked = usage && process.argv.slice(2).find((one) => one === '--help' || one === '--version');
  if (asked) return console.log(asked === '--help' ? usage : version());
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof PrepareError)) throw error;
    console.error(error.message);
    process.exitCode = error.exitCode;
  }
}

function isInstalled(development) {
  const named = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  const direct = Object.keys({ ...named.dependencies, ...(development ? named.devDependencies : {}) });
  if (!direct.every((name) => existsSync(join(project, 'node_modules', name, 'package.json')))) return false;
  const stamp = read(installStamp);
  if (stamp === stampOf(true) || (!development && stamp === stampOf(false))) return true;
  if (!isInstalledByNpm(development)) return false;
  writeFileSync(installStamp, stampOf(development));
  return true;
}

/** npm writes its own list at the end of an installation; if it matches the lock file, the installation is complete. */
function isInstalledByNpm(development) {
  const list = read(join(project, 'node_modules', '.package-lock.json'));
  if (list === null) return false;
  const have = parsePackages(list);
  const want = parsePackages(readFileSync(join(project, 'package-lock.json'), 'utf8'));
  return Object.entries(want).every(([path, entry]) => {
    const isNeeded = entry.optional
      ? isForThisMachine(entry)
      : development || !(entry.dev || entry.devOptional);
    return path === '' || !isNeeded || have[path]?.version === entry.version;
  });
}

function isForThisMachine({ os, cpu, libc }) {
  if (!os && !cpu) return false;
  return fits(os, process.platform) && fits(cpu, process.arch) && fits(libc, 'glibc');
}

function fits(list, name) {
  return !list || list.includes(name);
}

function parsePackages(text) {
  try {
    return JSON.parse(text).packages ?? {};
  } catch {
    return {};
  }
}

/** The stamp of an installation with the packages for tests, or without. */
function stampOf(development) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  const lock = hash.update(readFileSync(join(project, 'package-lock.json'))).digest('hex');
  return `${lock} ${development ? 'all' : 'without tests'}`;
}

/** The sources of the build, without tests. */
const sourceFolders = ['app', 'domain', 'db', 'adapters', 'server', 'public'];
const sourceFiles = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'vite.server.config.ts',
  'scripts/keep-last-build.ts',
  'react-router.config.ts',
];

function isBuilt() {
  // A release has no sources of pages: it was built when it was made.
  if (!existsSync(join(project, 'app'))) return true;
  const [content, files] = read(buildStamp)?.split('\n') ?? [];
  if (content === undefined) return false;
  const paths = listSources();
  const now = stampOfFiles(paths);
  if (files === now) return true;
  if (content !== hashOfContent(paths)) return false;
  writeFileSync(buildStamp, `${content}\n${now}`);
  return true;
}

/** Taken before a build: what is changed meanwhile is built by the next start. */
function stampOfSources() {
  const paths = listSources();
  const files = stampOfFiles(paths);
  return { content: hashOfContent(paths), files };
}

function listSources() {
  const listed = sourceFolders.filter((folder) => existsSync(project + folder)).flatMap(filesBelow);
  return [...sourceFiles, ...listed.filter((path) => !/\.test\.tsx?$/.test(path))].sort();
}

/** A recursive `readdirSync` asks the disk about each file once more. */
function filesBelow(folder) {
  return readdirSync(project + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

/** The same as long as no source was written: asking for the files is much faster than reading them. */
function stampOfFiles(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    const { size, mtimeMs, ctimeMs } = statSync(project + path);
    hash.update(`${path} ${size} ${mtimeMs} ${ctimeMs}\n`);
  }
  return hash.digest('hex');
}

function hashOfContent(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    const content = readFileSync(join(project, path));
    hash.update(`${path}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/**
 * Runs one process at a time: a second start waits for the installation and build of the first. The lock belongs to the
 * kernel, so a killed start leaves none behind; without the flock command there is no lock.
 */
async function alone(work) {
  mkdirSync(join(project, '.cache'), { recursive: true });
  const file = openSync(join(project, '.cache', 'prepare.lock'), 'a');
  try {
    const lock = (...args) =>
      spawnSync('flock', [...args, '3'], { stdio: ['ignore', 'ignore', 'ignore', file] }).status;
    if (lock('--exclusive', '--nonblock') === 1) {
      console.log('Waiting for another start that installs or builds.');
      lock('--exclusive');
    }
    await work();
  } finally {
    closeSync(file);
  }
}

/** npm and its scripts need a Node outside node_modules, which is being replaced. */
function hostEnvironment() {
  const path = (process.env['PATH'] ?? '').split(delimiter);
  const outside = path.filter((folder) => !folder.includes(`${sep}node_modules${sep}.bin`));
  return { ...process.env, PATH: outside.join(delimiter) };
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
