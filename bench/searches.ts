/**
 * `npm run bench -- searches [--posts 10000] [--rate 400] [--seconds 20]`: the public search among many posts. One search
 * after the other, each for other words, which few, some or all posts have; then more searches a second than one process
 * can answer, with kept pages read beside them.
 */
import { articlesMissing, readArticles } from '#tests/articles.ts';
import { openConnection } from './connection.ts';
import { fillWithPosts } from './many-posts.ts';
import { startOwnProduct } from './own-product.ts';
import { sampleArticle } from './sample-article.ts';
import { readAtARate, type Read } from './reading-load.ts';
import { percentile } from './statistics.ts';
import { option } from './option.ts';

const posts = option('posts', 10_000);
const rate = option('rate', 400);
const seconds = option('seconds', 20);
/** Kept pages a second beside the searches. */
const pages = 50;

const titles = articlesMissing === null ? readArticles().map(({ title }) => title) : [sampleArticle.title];
const titleWords = (n: number) => titles[n % titles.length]?.match(/[a-z]{4,}/gi) ?? [];
const queries: Record<string, (n: number) => string> = {
  'a number that one post has': (n) => String(1_000 + n),
  'a category and a word': (n) => `category ${1 + (n % 20)}`,
  'a word that each post has and one of a title': (n) => `the ${titleWords(n)[0] ?? 'words'}`,
  'four words of a title': (n) => titleWords(n).slice(0, 4).join(' '),
};

const product = await startOwnProduct();
try {
  await fillWithPosts(product.db.db, posts);
  const port = Number(new URL(product.origin).port);
  for (const [name, query] of Object.entries(queries)) {
    const connection = await openConnection(port);
    const times: number[] = [];
    for (let n = 0; n < 220; n += 1) {
      const began = performance.now();
      const { status } = await connection.get(`/search?q=${encodeURIComponent(query(n))}`);
      if (status !== 200) throw new Error(`A search answered ${status}.`);
      if (n >= 20) times.push(performance.now() - began);
    }
    connection.close();
    console.log(
      `one search after the other, ${name}: p50 / p95 / max ${[0.5, 0.95, 1].map((share) => percentile(times, share).toFixed(1)).join(' / ')} ms`,
    );
  }
  const pathOf = (n: number) => `/blog/post-number-${1 + (n % 20)}`;
  // From here on they are kept.
  await readAtARate(port, { rate: pages, seconds: 1, pathOf });
  const [searches, kept] = await Promise.all([
    readAtARate(port, { rate, seconds, pathOf: (n) => `/search?q=${n % posts}+the` }),
    readAtARate(port, { rate: pages, seconds, pathOf }),
  ]);
  const answered = searches.filter(({ status }) => status === 200);
  const refused = searches.filter(({ status }) => status === 503);
  console.log(
    `${rate} searches a second for ${seconds} s: ${(answered.length / seconds).toFixed(0)} a second answered, p99 ${p99(answered)} ms; ${refused.length} refused, p99 ${p99(refused)} ms; ${searches.length - answered.length - refused.length} others; kept pages beside them p99 ${p99(kept)} ms, ${kept.filter(({ status }) => status !== 200).length} not answered`,
  );
} finally {
  await product.stop();
}

function p99(reads: readonly Read[]): string {
  return percentile(
    reads.map(({ milliseconds }) => milliseconds),
    0.99,
  ).toFixed(0);
}
