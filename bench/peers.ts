import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { findFreePort } from '#tests/free-port.ts';
import { createClient } from '#tests/client.ts';
import { openConnection, type RawAnswer } from './connection.ts';
import { keptPageCost, startBareServer } from './kept-page-cost.ts';
import { findLoadGenerator } from './load.ts';
import { account, startOwnProduct } from './own-product.ts';
import { publishingCost } from './publishing-cost.ts';
import { openSite, type Site } from './site.ts';
import { spreadOf, type Spread } from './statistics.ts';
import { option } from './option.ts';

/**
 * A kept post beside the same bytes from others, one after the other in each round, so that other load on the machine
 * affects all of them: a bare node:http server, nginx with one worker, and the product with its request log on.
 * At the end what a save costs in CPU time.
 *
 * npm run bench -- peers [--rounds 7] [--seconds 2] [--connections 32] [--write] [--check]
 *
 * --write writes the ratios to bench/peers.json. --check ends with 1 when one fell by more than a
 * quarter below those.
 */
const rounds = option('rounds', 7);
const milliseconds = option('seconds', 2) * 1_000;
const connections = option('connections', 32);
const committed = join(import.meta.dirname, 'peers.json');
const lowestShare = 0.75;

type Peer = { name: string; port: number; stop: () => Promise<void> };
type Ratios = Record<string, number>;

const generator = findLoadGenerator();
const site = await openSite(console.log);
const folder = await mkdtemp(join(tmpdir(), 'anyforge-peers-'));
await chmod(folder, 0o755);
const peers: Peer[] = [];
try {
  const path = `/blog/${site.slugs[0] ?? ''}`;
  const product = await startProduct(site);
  peers.push(product);
  const answer = await keptAnswer(product.port, path);
  peers.push(await startBare(answer));
  const nginx = await startNginx(answer, path);
  if (nginx === null) console.log('nginx is not installed: it is left out.');
  else peers.push(nginx);
  const rates = await measure(path);
  const ratios = report(rates, answer, path);
  ratios['CPU time of bare node:http'] = await shareOfCpuTime();
  ratios['CPU time of reading without a save'] = await shareWithoutSave();
  if (process.argv.includes('--write')) await writeFile(committed, `${JSON.stringify(ratios, null, 2)}\n`);
  if (process.argv.includes('--check')) await check(ratios);
} finally {
  for (const peer of peers) await peer.stop();
  await site.stop();
  await rm(folder, { recursive: true, force: true });
}

async function startProduct({ start }: Site): Promise<Peer> {
  const { port, stop } = await start();
  return { name: 'product', port, stop };
}

/** The page as it is sent once its better compression is there. */
async function keptAnswer(port: number, path: string): Promise<RawAnswer> {
  const connection = await openConnection(port);
  for (let n = 0; n < 20; n += 1) await connection.get(path);
  await sleep(1_000);
  const answer = await connection.get(path);
  connection.close();
  return answer;
}

async function startBare(answer: RawAnswer): Promise<Peer> {
  const { port, process: child } = await startBareServer(answer);
  const stop = async () => void child.kill();
  return { name: 'bare node:http', port, stop };
}

/** The bytes as a file, with the same headers. */
async function startNginx({ head, body }: RawAnswer, path: string): Promise<Peer | null> {
  if (spawnSync('nginx', ['-v']).error !== undefined) return null;
  const port = await findFreePort('127.0.0.1');
  await writeFile(join(folder, 'page'), body);
  const own = /^(?:date|connection|keep-alive|content-type|content-length|etag|last-modified|server)$/i;
  const headers = head
    .split('\r\n')
    .slice(1)
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const)
    .filter(([name]) => name !== '' && !own.test(name))
    .map(([name, value]) => `add_header ${name} ${JSON.stringify(value)};`);
  const config = join(folder, 'nginx.conf');
  await writeFile(
    config,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/errors; user root; events {}
    http { access_log ${folder}/access combined buffer=64k; keepalive_requests 1000000; sendfile on; tcp_nopush on;
      open_file_cache max=10; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p;
      fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      server { listen 127.0.0.1:${port}; location = ${path} { default_type "text/html; charset=utf-8"; ${headers.join(' ')} alias ${folder}/page; } } }`,
  );
  const child = spawn('nginx', ['-c', config, '-e', join(folder, 'errors')], { stdio: 'inherit' });
  const stop = async () => {
    child.kill();
    await once(child, 'exit');
  };
  await sleep(500);
  return { name: 'nginx', port, stop };
}

/** The small form. */
async function shareOfCpuTime(): Promise<number> {
  const small = await startOwnProduct();
  try {
    const server = { port: Number(new URL(small.origin).port), pid: small.process.pid };
    const share = await keptPageCost(server, '/about', { rounds: 6, requests: 10_000 });
    console.log(`CPU time of bare node:http / product, /about: ${share.toFixed(3)}`);
    return Number(share.toFixed(3));
  } finally {
    await small.stop();
  }
}

/** The small form of the publishing measurement. */
async function shareWithoutSave(): Promise<number> {
  const small = await startOwnProduct();
  try {
    const admin = createClient(small);
    await admin.post('/admin/login', account);
    const product = { port: Number(new URL(small.origin).port), pid: small.process.pid, db: small.db.db };
    const share = await publishingCost(product, admin, 6);
    console.log(`CPU time of reading without a save / with one: ${share.toFixed(3)}`);
    return Number(share.toFixed(3));
  } finally {
    await small.stop();
  }
}

async function measure(path: string): Promise<Map<string, number[]>> {
  const rates = new Map<string, number[]>(peers.map(({ name }) => [name, []]));
  const load = { connections, milliseconds };
  for (let round = -1; round < rounds; round += 1) {
    for (const { name, port } of peers) {
      const rate = await generator.measure(port, path, load);
      if (round >= 0) rates.get(name)?.push(rate);
    }
  }
  return rates;
}

/** Prints rates and ratios; the medians of the ratios are the result. */
function report(rates: ReadonlyMap<string, number[]>, { body }: RawAnswer, path: string): Ratios {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`;
  console.log(
    `${path}, ${body.length} bytes, ${connections} connections, ${rounds} rounds of ${milliseconds / 1000} s by ${generator.name}; ${machine}; load ${loadavg()[0]?.toFixed(1)}`,
  );
  const ratios: Ratios = {};
  for (const [name, measured] of rates) show(`${name}, pages/s`, spreadOf(measured), 0);
  const ofProduct = [...rates].filter(([name]) => name.startsWith('product'));
  const ofOthers = [...rates].filter(([name]) => !name.startsWith('product'));
  for (const [ours, our] of ofProduct) {
    for (const [other, their] of ofOthers) {
      const spread = spreadOf(our.map((rate, round) => rate / (their[round] ?? Number.NaN)));
      show(`${ours} / ${other}`, spread, 3);
      ratios[`${ours} / ${other}`] = Number(spread.median.toFixed(3));
    }
  }
  return ratios;
}

function show(what: string, { min, median, max }: Spread, digits: number): void {
  console.log(
    `${what}: min ${min.toFixed(digits)}, median ${median.toFixed(digits)}, max ${max.toFixed(digits)}`,
  );
}

async function check(ratios: Ratios): Promise<void> {
  const before = JSON.parse(await readFile(committed, 'utf8')) as Ratios;
  for (const [name, ratio] of Object.entries(ratios)) {
    const least = (before[name] ?? 0) * lowestShare;
    if (ratio >= least) continue;
    console.log(`${name} is ${ratio}, below ${least.toFixed(3)}: it was ${before[name]}.`);
    process.exitCode = 1;
  }
}
