import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createClient } from '#tests/client.ts';
import { startProcess } from '#tests/process.ts';
import { editPost } from './edit-post.ts';
import { fillWithPosts } from './many-posts.ts';
import { account, startOwnProduct } from './own-product.ts';
import { spreadOf } from './statistics.ts';

/**
 * How long after the answer to a save another machine on the same database still shows the page from before.
 *
 * npm run bench -- two-machines [ROUNDS]
 */
const rounds = Number(process.argv[2] ?? 50);
/** Milliseconds between two looks at the page. */
const lookEvery = 2;

const product = await startOwnProduct();
const folder = await mkdtemp(join(tmpdir(), 'anyforge-second-'));
const other = startProcess(['server/main.mjs'], {
  NODE_ENV: 'production',
  PORT: '0',
  DATA_DIR: folder,
  DATABASE_URL: product.databaseUrl,
  SESSION_SECRET: 'a-secret-of-the-second-machine-0123456789',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'silent',
});
try {
  const origin = await other.until(/Ready at (\S+)/);
  const { db } = product.db;
  await fillWithPosts(db, 100);
  const admin = createClient(product);
  await admin.post('/admin/login', account);
  const posts = await db
    .selectFrom('blog_posts')
    .select('slug')
    .where('published', '=', true)
    .orderBy('published_at', 'desc')
    .limit(50)
    .execute();
  const read = async (slug: string) => (await fetch(`${origin}/blog/${slug}`)).text();
  const times: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const slug = posts[round % posts.length]?.slug ?? '';
    await read(slug);
    await editPost(db, admin, round, 'body');
    const answered = performance.now();
    while (!(await read(slug)).includes(`Save ${round}.`)) await sleep(lookEvery);
    times.push(performance.now() - answered);
    await sleep(100);
  }
  const { min, median, max } = spreadOf(times);
  console.log(
    `${rounds} saves until another machine shows them: ${min.toFixed(0)} / ${median.toFixed(0)} / ${max.toFixed(0)} ms`,
  );
} finally {
  other.signal('SIGTERM');
  await other.exited;
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}
