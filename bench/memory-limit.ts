import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createOwner, type Client } from '#tests/client.ts';
import { photograph } from '#tests/image-files.ts';
import { upload } from '#tests/uploads.ts';

/**
 * The whole product with its embedded database under a limit of memory for all of its processes together, as a container has
 * it: whether the kernel kills one of them under load, and the most that they took. The load: pages, searches and sign-ins of 16
 * clients at once, and photographs of 12 megapixels one after the other.
 *
 * npm run bench -- memory-limit [--limits 256,384,512,640,1024] [--seconds 20]
 */
const limits = option('limits', '256,384,512,640,1024').split(',').map(Number);
const seconds = Number(option('seconds', '20'));

/** Memory control groups, in their first or second version; both need root. */
const groups = existsSync('/sys/fs/cgroup/memory')
  ? {
      root: '/sys/fs/cgroup/memory',
      limit: 'memory.limit_in_bytes',
      peak: 'memory.max_usage_in_bytes',
      kills: 'memory.oom_control',
    }
  : { root: '/sys/fs/cgroup', limit: 'memory.max', peak: 'memory.peak', kills: 'memory.events' };

const image = await photograph(4000, 3000);
for (const megabytes of limits) console.log(`${megabytes} MB: ${await tryLimit(megabytes)}`);

async function tryLimit(megabytes: number): Promise<string> {
  const group = join(groups.root, `anyforge-${process.pid}`);
  const dataDir = await mkdtemp(join(tmpdir(), 'anyforge-memory-'));
  await mkdir(group);
  await writeFile(join(group, groups.limit), `${megabytes}M`);
  const settings = {
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  };
  // The shell enters the group and becomes the product, so that all of its processes are in the group.
  const child = spawn(
    'sh',
    ['-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', group, process.execPath, 'server/main.ts'],
    {
      env: { PATH: process.env['PATH'], ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  try {
    const link = await readyLink(
      () => output,
      () => child.exitCode ?? child.signalCode,
    );
    if (link === null) return `did not start; ${await outcome(group)}`;
    const product = { origin: new URL(link).origin, setupLink: () => link };
    const answers = await load(product);
    return `${await outcome(group)}; ${answers.ok} answers, ${answers.busy} busy, ${answers.broken} broken, ${answers.images} photographs`;
  } finally {
    child.kill('SIGTERM');
    await exited;
    // A process that was just killed is in it for a moment.
    for (let attempt = 0; attempt < 50 && existsSync(group); attempt += 1) {
      await rmdir(group).catch(() => sleep(100));
    }
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function outcome(group: string): Promise<string> {
  const peak = Number(await readFile(join(group, groups.peak), 'utf8')) / 1_048_576;
  const kills = /oom_kill (\d+)/.exec(await readFile(join(group, groups.kills), 'utf8'))?.[1] ?? '?';
  return `${kills === '0' ? 'held' : `${kills} processes killed`}, at most ${peak.toFixed(0)} MB with the file cache`;
}

/** Null when it ended before it was ready. */
async function readyLink(output: () => string, end: () => unknown): Promise<string | null> {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline && end() === null) {
    const link = /(http\S+\/admin\/setup\?token=\S+)/.exec(output())?.[1];
    if (link !== undefined) return link;
    await sleep(100);
  }
  return null;
}

async function load(product: { origin: string; setupLink: () => string }) {
  const answers = { ok: 0, busy: 0, broken: 0, images: 0 };
  const owner: Client | null = await createOwner(product).catch(() => null);
  const until = Date.now() + seconds * 1000;
  const ask = async (turn: number) => {
    const path = ['/', '/blog', '/about', `/search?q=word${turn}`][turn % 4] ?? '/';
    const answer =
      turn % 40 === 0
        ? fetch(`${product.origin}/admin/login`, {
            method: 'POST',
            headers: { origin: product.origin },
            body: new URLSearchParams({ email: 'owner@firm.test', password: `wrong ${turn}` }),
          })
        : fetch(product.origin + path);
    await answer.then(
      async (response) => {
        await response.arrayBuffer();
        answers[response.status < 500 ? 'ok' : 'busy'] += 1;
      },
      () => {
        answers.broken += 1;
      },
    );
  };
  let turn = 0;
  const visitor = async () => {
    while (Date.now() < until) await ask((turn += 1));
  };
  const uploads = async () => {
    if (!owner) return;
    while (Date.now() < until) {
      const status = await upload(owner, image).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 201) answers.images += 1;
    }
  };
  await Promise.all([...Array.from({ length: 16 }, visitor), uploads()]);
  return answers;
}

function option(name: string, otherwise: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? otherwise : (process.argv[at + 1] ?? otherwise);
}
