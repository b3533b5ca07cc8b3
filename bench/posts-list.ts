/**
 * Time of the admin's lists on this machine, by number of posts and terms:
 *
 *     node bench/posts-list.ts [--sizes 50,5000,100000] [--rounds 200]
 *
 * Each size gets a product of its own on an embedded database, filled by the seed. The time is the server's own, from
 * its request log: from the head of the request to the end of the answer.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const repository = fileURLToPath(new URL('..', import.meta.url));
const account = { email: 'bench@firm.test', password: 'correct horse battery' };

const asked: [name: string, path: string][] = [
  ['newest', '/admin/posts.data'],
  ['by title', '/admin/posts.data?sort=title'],
  ['page 50', '/admin/posts.data?page=50'],
  ['drafts', '/admin/posts.data?status=draft'],
  ['a category', '/admin/posts.data?category=engineering'],
  ['drafts of a category', '/admin/posts.data?status=draft&category=engineering'],
  ['three filters', '/admin/posts.data?status=draft&category=engineering&author=AUTHOR'],
  ['two filters, search', '/admin/posts.data?category=engineering&author=AUTHOR&q=review'],
  ['drafts, search', '/admin/posts.data?status=draft&q=review'],
  ['search, a letter', '/admin/posts.data?q=e'],
  ['search, two rare letters', '/admin/posts.data?q=zx'],
  ['search, by title', '/admin/posts.data?q=review&sort=title'],
  ['search, a frequent word', '/admin/posts.data?q=review'],
  ['search, a rare title', '/admin/posts.data?q=retiring+a+feature'],
  ['search, a category', '/admin/posts.data?q=engineering'],
  ['search, nothing', '/admin/posts.data?q=nothing+like+it'],
  ['categories', '/admin/categories.data'],
  ['categories, search', '/admin/categories.data?q=eng'],
  ['tags', '/admin/tags.data'],
  ['dashboard', '/admin.data'],
];

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { sizes: { type: 'string', default: '50,5000' }, rounds: { type: 'string', default: '200' } },
  });
  for (const size of values.sizes.split(',').map(Number)) await measure(size, Number(values.rounds));
}

async function measure(posts: number, rounds: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'anyforge-bench-'));
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
  };
  const seed = spawn(
    process.execPath,
    ['scripts/seed/main.ts', '--posts', String(posts), '--views', String(posts)],
    { cwd: repository, env, stdio: 'ignore' },
  );
  await new Promise((resolve) => seed.once('exit', resolve));

  const product = spawn(process.execPath, ['server/main.ts'], {
    cwd: repository,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  product.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  try {
    const origin = await until(() => /Ready at (\S+)/.exec(output)?.[1]);
    const cookie = await signIn(origin);
    console.log(`\n${posts.toLocaleString('en-US')} posts`);
    const author = await anAuthor(origin, cookie);
    for (const [name, template] of asked) {
      const path = template.replace('AUTHOR', author);
      let bytes = 0;
      output = '';
      for (let round = 0; round < rounds; round += 1) {
        const answer = await fetch(origin + path, { headers: { cookie } });
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`);
        bytes = (await answer.arrayBuffer()).byteLength;
      }
      const times = await until(() => {
        const found = [...output.matchAll(/"ms":([\d.]+)/g)].map(([, ms]) => Number(ms));
        return found.length >= rounds ? found.toSorted((a, b) => a - b) : undefined;
      });
      const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1).padStart(7);
      console.log(`  ${name.padEnd(24)} p50 ${at(0.5)} ms  p95 ${at(0.95)} ms  ${bytes} bytes`);
    }
  } finally {
    const ended = new Promise((resolve) => product.once('exit', resolve));
    product.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The id of somebody who has written posts: authors come last among what the list can be filtered by. */
async function anAuthor(origin: string, cookie: string): Promise<string> {
  const answer = await fetch(`${origin}/admin/posts/choices.data`, { headers: { cookie } });
  const ids = (await answer.text()).match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g);
  return ids?.at(-1) ?? '';
}

async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}.`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

async function until<Found>(look: () => Found | undefined): Promise<Found> {
  for (let tries = 0; tries < 600; tries += 1) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('Waited a minute for the product.');
}
