/**
 * Time of the admin's lists on this machine, by number of posts and terms:
 *
 *     node bench/posts-list.ts [--sizes 50,5000,100000] [--rounds 200]
 *
 * Each size has its own product on an embedded database, filled by the seed. Times are from the server's request log: from
 * the request's headers to the end of the response.
 */
import { parseArgs } from 'node:util';

import { sql } from 'kysely';

import { refreshSearch } from '#domain/search/refresh-search.ts';
import { createClient, type Client } from '#tests/client.ts';
import { startProcess } from '#tests/process.ts';
import { account, serverTimes, startOwnProduct, type OwnProduct } from './own-product.ts';
import { percentile } from './statistics.ts';

/** Requests before the first one that is measured. */
const warmUp = 20;
/** Number of posts that are created one by one. */
const mostWritten = 5_000;

const asked: [name: string, path: string][] = [
  ['newest', '/admin/posts.data'],
  ['by title', '/admin/posts.data?sort=title'],
  ['page 50', '/admin/posts.data?page=50'],
  ['a page of 100', '/admin/posts.data?per=100'],
  ['select all', '/admin/posts/selectable.data'],
  ['select all of a search', '/admin/posts/selectable.data?q=calendar'],
  ['select all, rare', '/admin/posts/selectable.data?q=retiring+a+feature'],
  ['drafts', '/admin/posts.data?status=draft'],
  ['a category', '/admin/posts.data?category=engineering'],
  ['drafts of a category', '/admin/posts.data?status=draft&category=engineering'],
  ['three filters', '/admin/posts.data?status=draft&category=engineering&author=AUTHOR'],
  ['two filters, search', '/admin/posts.data?category=engineering&author=AUTHOR&q=calendar'],
  ['drafts, search', '/admin/posts.data?status=draft&q=calendar'],
  ['search, one character', '/admin/posts.data?q=e'],
  ['search, two rare characters', '/admin/posts.data?q=zx'],
  ['search, by title', '/admin/posts.data?q=calendar&sort=title'],
  ['search, a frequent word', '/admin/posts.data?q=calendar'],
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
  const product = await startOwnProduct({ LOG_LEVEL: 'info' });
  try {
    await seed(product, posts);
    // As an hour later: the database has collected its statistics.
    await product.db.pool.query('vacuum analyze');
    const admin = createClient(product);
    await admin.post('/admin/login', account);
    console.log(`\n${posts.toLocaleString('en-US')} posts`);
    const author = await anAuthor(admin);
    for (const [name, template] of asked) {
      const path = template.replace('AUTHOR', author);
      const { times, bytes } = await serverTimes(product, admin, path, { warmUp, rounds });
      const at = (share: number) => percentile(times, share).toFixed(1).padStart(7);
      console.log(`  ${name.padEnd(24)} p50 ${at(0.5)} ms  p95 ${at(0.95)} ms  ${bytes} bytes`);
    }
  } finally {
    await product.stop();
  }
}

/** The first posts are created by the product's verbs; the others are short copies of them, a minute apart. */
async function seed({ databaseUrl, db: { db } }: OwnProduct, posts: number): Promise<void> {
  const written = String(Math.min(posts, mostWritten));
  const args = ['scripts/seed/main.ts', '--posts', written, '--views', written];
  const seeding = startProcess(args, { NODE_ENV: 'production', DATABASE_URL: databaseUrl });
  if ((await seeding.exited) !== 0) throw new Error(seeding.output());
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`
      insert into blog_posts
        (title, slug, content, published, published_at, first_published_at, author_id, category_id, created_at)
      select title || ' ' || n, slug || '-copy-' || n, left(content, 200), published,
        published_at - n * interval '1 minute', first_published_at - n * interval '1 minute', author_id, category_id,
        created_at - n * interval '1 minute'
      from blog_posts cross join generate_series(1, ${Math.ceil(posts / mostWritten) - 1}::int) n`.execute(
      trx,
    );
  });
  // Otherwise the process would index during the measurement.
  await refreshSearch({ db }, new AbortController().signal);
}

/** The id of an author with posts. Authors are the last group of the list's filter. */
async function anAuthor(admin: Client): Promise<string> {
  const answer = await admin.get('/admin/posts/choices.data');
  const ids = (await answer.text()).match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g);
  return ids?.at(-1) ?? '';
}
