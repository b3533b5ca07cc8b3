import { randomUUID } from 'node:crypto';

import { articlesMissing, readArticles } from '#tests/articles.ts';
import { createClient } from '#tests/client.ts';
import { loadArticles } from '#tests/load-articles.ts';
import { cpuTimeOf } from './cpu-time.ts';
import { publishPost } from './edit-post.ts';
import { fillWithPosts } from './many-posts.ts';
import { account, startOwnProduct } from './own-product.ts';
import { percentile } from './statistics.ts';

/**
 * What breaks first: each kind of request alone, from many connections, as fast as one worker answers. The answers a second
 * are its capacity; which of Node and PostgreSQL uses a core says what ends first. Pages that are kept or rendered are
 * measured by `peers` and `publishing`.
 *
 * npm run bench -- capacity [--connections 32] [--seconds 8]
 */
const connections = option('connections', 32);
const seconds = option('seconds', 8);

const product = await startOwnProduct();
try {
  const { db } = product.db;
  if (articlesMissing === null) await loadArticles(db, readArticles());
  else await fillWithPosts(db, 700);
  const posts = await db
    .selectFrom('blog_posts')
    .select(['id', 'slug'])
    .where('published', '=', true)
    .execute();
  const visitor = createClient(product);
  const admin = createClient(product);
  await admin.post('/admin/login', account);
  await measure('a search', (n) =>
    visitor.get(`/search?q=${['code', 'release', 'memory', 'words'][n % 4]}+${n % 50}`),
  );
  await measure('a message by the contact form', (n) =>
    visitor.post('/contact', {
      name: 'Ada',
      email: `ada-${n}@visitor.test`,
      subject: 'Ferries',
      message: randomUUID(),
    }),
  );
  await measure('a view', (n) =>
    visitor.json('/rpc/increment_post_view', { p_post_id: posts[n % posts.length]?.id ?? '' }),
  );
  await measure('the posts list of the admin', (n) => admin.get(`/admin/posts.data?page=${1 + (n % 30)}`));
  await measure('a new post', async (n) => {
    const { status } = await publishPost(admin, `Post ${n} of ${randomUUID()}`);
    return { status };
  });
  await measure('a sign-in', () => createClient(product).post('/admin/login', account));
} finally {
  await product.stop();
}

async function measure(what: string, send: (n: number) => Promise<{ status: number }>): Promise<void> {
  const times: number[] = [];
  let refused = 0;
  let n = 0;
  const node = cpuTimeOf(product.process.pid);
  const postgres = cpuTimeOf(product.postmasterPid);
  const began = performance.now();
  const run = async () => {
    while (performance.now() - began < seconds * 1_000) {
      const sent = performance.now();
      const answer = await send((n += 1));
      if (answer instanceof Response) await answer.arrayBuffer();
      if (answer.status >= 400) refused += 1;
      else times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, run));
  const took = performance.now() - began;
  const share = (from: number, pid: number) => ((100 * (cpuTimeOf(pid) - from)) / took).toFixed(0);
  console.log(
    `${what}: ${((1_000 * times.length) / took).toFixed(0)} a second, p50 / p99 ${percentile(times, 0.5).toFixed(0)} / ${percentile(times, 0.99).toFixed(0)} ms, ${refused} refused; Node ${share(node, product.process.pid)} %, PostgreSQL ${share(postgres, product.postmasterPid)} % of a core`,
  );
}

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? otherwise : Number(process.argv[at + 1]);
}
