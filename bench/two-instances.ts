/**
 * `npm run bench -- two-instances [--saves 50] [--seconds 5]`: two instances on one database and one folder of images, with
 * nginx in front as docs/scaling.md says. Kept pages a second of one and of two; how long after the answer to a save the
 * other instance still shows the page from before; and the answers while one of the two is killed and comes back.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { findFreePort } from '#tests/free-port.ts';
import { createClient } from '#tests/client.ts';
import { startAsStarted, type StartedProduct } from './as-started.ts';
import { editPost } from './edit-post.ts';
import { findLoadGenerator } from './load.ts';
import { fillWithPosts } from './many-posts.ts';
import { account, startOwnProduct } from './own-product.ts';
import { readAtARate } from './reading-load.ts';
import { spreadOf } from './statistics.ts';
import { option } from './option.ts';

const saves = option('saves', 50);
const seconds = option('seconds', 5);
/** Milliseconds between two looks at the page. */
const lookEvery = 2;

const folder = await mkdtemp(join(tmpdir(), 'anyforge-instances-'));
await chmod(folder, 0o755);
const first = await startOwnProduct();
const portOfSecond = await findFreePort('127.0.0.1');
let second = await startSecond();
const ports = [Number(new URL(first.origin).port), portOfSecond];
const [ofOne, ofTwo] = [await startNginx(ports.slice(0, 1)), await startNginx(ports)];
try {
  await fillWithPosts(first.db.db, 100);
  const path = '/blog/post-number-1';
  for (const port of ports) await fetch(`http://127.0.0.1:${port}${path}`);
  const { measure, name } = findLoadGenerator();
  const load = { connections: 32, milliseconds: seconds * 1_000 };
  const rates = { one: new Array<number>(), two: new Array<number>() };
  for (let round = 0; round < 5; round += 1) {
    rates.one.push(await measure(ofOne.port, path, load));
    rates.two.push(await measure(ofTwo.port, path, load));
  }
  const ratio = spreadOf(rates.two.map((rate, round) => rate / (rates.one[round] ?? Number.NaN)));
  console.log(
    `kept pages a second behind nginx (${name}, ${cpus().length} cores): one instance ${spreadOf(rates.one).median.toFixed(0)}, two ${spreadOf(rates.two).median.toFixed(0)}, ratio ${ratio.min.toFixed(2)} / ${ratio.median.toFixed(2)} / ${ratio.max.toFixed(2)}`,
  );

  const seen = spreadOf(await timeUntilSeen());
  console.log(
    `${saves} saves until the other instance shows them: ${seen.min.toFixed(0)} / ${seen.median.toFixed(0)} / ${seen.max.toFixed(0)} ms`,
  );

  const [reads] = await Promise.all([
    readAtARate(ofTwo.port, { rate: 400, seconds: 15, pathOf: (n) => `/blog/post-number-${1 + (n % 100)}` }),
    killAndStartAgain(),
  ]);
  console.log(
    `one of two killed under 400 pages a second and started again: ${reads.filter(({ status }) => status !== 200).length} of ${reads.length} failed, at most ${Math.max(...reads.map(({ milliseconds }) => milliseconds)).toFixed(0)} ms`,
  );
} finally {
  for (const { stop } of [ofOne, ofTwo]) await stop();
  await second.end();
  await first.stop();
  await rm(folder, { recursive: true, force: true });
}

function startSecond(): Promise<StartedProduct> {
  return startAsStarted(join(folder, 'log'), {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: first.databaseUrl,
    PORT: String(portOfSecond),
  });
}

async function killAndStartAgain(): Promise<void> {
  await sleep(4_000);
  await second.end('SIGKILL');
  await sleep(3_000);
  second = await startSecond();
}

async function timeUntilSeen(): Promise<number[]> {
  const admin = createClient(first);
  await admin.post('/admin/login', account);
  const posts = await first.db.db
    .selectFrom('blog_posts')
    .select('slug')
    .where('published', '=', true)
    .orderBy('published_at', 'desc')
    .limit(50)
    .execute();
  const read = async (slug: string) => (await fetch(`${second.origin}/blog/${slug}`)).text();
  const times: number[] = [];
  for (let save = 1; save <= saves; save += 1) {
    const slug = posts[save % posts.length]?.slug ?? '';
    await read(slug);
    await editPost(first.db.db, admin, save, 'body');
    const answered = performance.now();
    while (!(await read(slug)).includes(`Save ${save}.`)) await sleep(lookEvery);
    times.push(performance.now() - answered);
    await sleep(100);
  }
  return times;
}

async function startNginx(
  instances: readonly number[],
): Promise<{ port: number; stop: () => Promise<void> }> {
  const port = await findFreePort('127.0.0.1');
  const own = join(folder, String(port));
  const servers = instances.map((instance) => `server 127.0.0.1:${instance} max_fails=1 fail_timeout=1s;`);
  await writeFile(
    `${own}.conf`,
    `daemon off; worker_processes 1; pid ${own}.pid; error_log ${own}.errors; user root; events { worker_connections 2048; }
    http { access_log off; keepalive_requests 1000000; client_body_temp_path ${own}-b; proxy_temp_path ${own}-p;
      fastcgi_temp_path ${own}-f; uwsgi_temp_path ${own}-u; scgi_temp_path ${own}-s;
      upstream site { ${servers.join(' ')} keepalive 64; }
      server { listen 127.0.0.1:${port};
        location / { proxy_pass http://site; proxy_http_version 1.1; proxy_set_header Connection "";
          proxy_set_header Host $host; proxy_next_upstream error timeout; } } }`,
  );
  const child = spawn('nginx', ['-c', `${own}.conf`, '-e', `${own}.errors`], { stdio: 'inherit' });
  await sleep(500);
  return {
    port,
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}
