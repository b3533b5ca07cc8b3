import type { Database } from '#db/client.ts';
import type { Client } from '#tests/client.ts';
import { openConnection } from './connection.ts';
import { mainThreadTimeOf } from './cpu-time.ts';
import { editPost } from './edit-post.ts';
import { fillWithPosts } from './many-posts.ts';

const posts = 100;
const reads = 1_000;
/** Rounds that render the pages and let Node compile. */
const warmUp = 5;

/**
 * The CPU time of the main thread for reading kept pages, as a share of what it is when the body of one of them is saved before: near to 0
 * when a save makes every page be rendered again. Unlike a time it does not depend on what else the machine does.
 *
 * @param product an empty site with one process for requests; it gets a hundred posts
 * @param admin signed in
 * @returns the ratio of the least costs of all rounds, the two one after the other in each
 */
export async function publishingCost(
  product: { port: number; pid: number; db: Database },
  admin: Client,
  rounds: number,
): Promise<number> {
  await fillWithPosts(product.db, posts);
  const connection = await openConnection(product.port);
  const cost = async (save: () => Promise<unknown>) => {
    const began = mainThreadTimeOf(product.pid);
    await save();
    for (let n = 0; n < reads; n += 1) {
      const { status } = await connection.get(`/blog/post-number-${1 + (n % posts)}`);
      if (status !== 200) throw new Error(`Post ${1 + (n % posts)} answered ${status}.`);
    }
    return mainThreadTimeOf(product.pid) - began;
  };
  let [quiet, busy] = [Infinity, Infinity];
  try {
    for (let round = 0; round < warmUp + rounds; round += 1) {
      const [without, withSave] = [
        await cost(async () => {}),
        await cost(() => editPost(product.db, admin, round, 'body')),
      ];
      if (round < warmUp) continue;
      quiet = Math.min(quiet, without);
      busy = Math.min(busy, withSave);
    }
    return quiet / busy;
  } finally {
    connection.close();
  }
}
