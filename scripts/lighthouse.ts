import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { findBrowser } from '#tests/browser-binary.ts';
import { runCommand } from './command.ts';
import { UsageError } from './usage-error.ts';

/** Too large for every installation, so it is downloaded when this command runs. */
const version = '13.5.0';
const home = join(import.meta.dirname, '..', 'node_modules', '.cache', `anyforge-lighthouse-${version}`);
const runs = 3;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

const report = z.object({
  categories: z.record(z.enum(categories), z.object({ score: z.number().nullable() })),
  audits: z.record(
    z.string(),
    z.object({ title: z.string(), score: z.number().nullable(), numericValue: z.number().optional() }),
  ),
});
type Report = z.infer<typeof report>;

const imageAudits = [
  'cls-culprits-insight',
  'image-alt',
  'image-aspect-ratio',
  'image-delivery-insight',
  'image-redundant-alt',
  'image-size-responsive',
  'lcp-discovery-insight',
  'unsized-images',
];

const usage = `Usage:
  npm run lighthouse                       measures the site at http://127.0.0.1:3000
  npm run lighthouse -- ORIGIN [PATH …]    measures another site, or these pages of it`;

await runCommand(usage, async () => {
  const [origin = 'http://127.0.0.1:3000', ...given] = parseArgs({ allowPositionals: true }).positionals;
  if (!URL.canParse(origin)) throw new UsageError(`${origin} is no address such as http://127.0.0.1:3000.`);
  const list = await fetch(`${origin}/blog`).then(
    (answer) => answer.text(),
    () => Promise.reject(new UsageError(`Nothing answers at ${origin}: start the product first.`)),
  );
  const paths = given.length > 0 ? given : ['/', '/about', '/blog', postIn(list), '/contact', '/jv-program'];
  await install();
  const browser = await startBrowser();
  await measureAll(origin, paths, browser.port).finally(browser.stop);
});

async function measureAll(origin: string, paths: readonly string[], port: string): Promise<void> {
  console.log(`Lighthouse ${version}, mobile, median of ${runs}: ${categories.join(' / ')}`);
  for (const path of paths) {
    const reports: Report[] = [];
    for (let run = 0; run < runs; run += 1) reports.push(await measure(origin + path, port));
    const scores = categories.map((name) =>
      Math.round(median(reports.map((each) => each.categories[name]?.score ?? 0)) * 100),
    );
    const milliseconds = (audit: string) =>
      Math.round(median(reports.map((each) => each.audits[audit]?.numericValue ?? NaN)));
    console.log(
      `${scores.join(' / ')}  ${path}  first paint ${milliseconds('first-contentful-paint')} ms, largest ${milliseconds('largest-contentful-paint')} ms`,
    );
    const shift = Math.max(
      ...reports.map((each) => each.audits['cumulative-layout-shift']?.numericValue ?? NaN),
    );
    const failedAudits = new Set(reports.flatMap(imageErrors));
    console.log(
      `  layout shift ${shift.toFixed(3)}, images: ${failedAudits.size === 0 ? 'clean' : [...failedAudits].join('; ')}`,
    );
    if (scores.some((score) => score < 100) || failedAudits.size > 0 || shift > 0) process.exitCode = 1;
  }
}

/** Failed audits of images. An audit that does not apply has no score. */
function imageErrors({ audits }: Report): string[] {
  return imageAudits.flatMap((name) => {
    const audit = audits[name];
    if (!audit) return [`there is no audit ${name}`];
    return audit.score === null || audit.score === 1 ? [] : [audit.title];
  });
}

/** A post with an image if there is one, otherwise the first of the list. */
function postIn(list: string): string {
  const cards = list.match(/<article[^]*?<\/article>/g) ?? [];
  const chosen = cards.find((card) => card.includes('<img')) ?? cards[0] ?? '';
  return /href="(\/blog\/[^"]+)"/.exec(chosen)?.[1] ?? '/blog';
}

async function install(): Promise<void> {
  if (existsSync(join(home, 'node_modules', 'lighthouse'))) return;
  await mkdir(home, { recursive: true });
  const { status } = spawnSync(
    'npm',
    ['install', '--prefix', home, '--no-audit', '--no-fund', `lighthouse@${version}`],
    { stdio: 'inherit' },
  );
  if (status !== 0) throw new Error('Lighthouse could not be installed.');
}

async function startBrowser(): Promise<{ port: string; stop: () => Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'anyforge-lighthouse-'));
  const { executablePath, args, env } = await findBrowser();
  const child = spawn(
    executablePath,
    [...args, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    { env, stdio: 'ignore' },
  );
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await portOf(child, join(profile, 'DevToolsActivePort'));
  const stop = async () => {
    child.kill();
    await exited;
    await rm(profile, { recursive: true, force: true });
  };
  return { port, stop };
}

async function portOf(child: ChildProcess, file: string): Promise<string> {
  while (child.exitCode === null) {
    const [port] = existsSync(file) ? (await readFile(file, 'utf8')).split('\n') : [];
    if (port) return port;
    await sleep(100);
  }
  throw new Error('The browser did not start.');
}

async function measure(url: string, port: string): Promise<Report> {
  const output = join(tmpdir(), `anyforge-lighthouse-${process.pid}.json`);
  const cli = join(home, 'node_modules', 'lighthouse', 'cli', 'index.js');
  const options = [`--port=${port}`, '--quiet', '--output=json', `--output-path=${output}`];
  const child = spawn(process.execPath, [cli, url, ...options, `--only-categories=${categories.join(',')}`], {
    stdio: 'inherit',
  });
  await new Promise((resolve) => child.once('exit', resolve));
  const measured = report.parse(JSON.parse(await readFile(output, 'utf8')));
  await rm(output);
  return measured;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
