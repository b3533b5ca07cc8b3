import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createImageProcessor } from '#adapters/image-processor.ts';
import { createImagesOnDisk } from '#adapters/image-store.ts';
import { openDatabase } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded/start.ts';
import { migrate } from '#db/migrate.ts';
import { articlesMissing, readArticles } from '#tests/articles.ts';
import { urlOf } from '#tests/database-url.ts';
import { contextOn, plainHash } from '#tests/factories.ts';
import { loadArticles } from '#tests/load-articles.ts';
import { startAsStarted, type StartedProduct } from './as-started.ts';
import { seedDemonstration } from '../scripts/seed/seed.ts';

/** The number of real articles. */
const posts = 723;

export type Site = {
  /** The content that was loaded. */
  content: string;
  slugs: string[];
  /** A new process, with empty caches. */
  start: (env?: Record<string, string>) => Promise<{ port: number; stop: () => Promise<void> }>;
  stop: () => Promise<void>;
};

/** A separate site with the real articles if they are available, otherwise with demonstration posts. */
export async function openSite(announce: (line: string) => void): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'anyforge-bench-'));
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), announce });
  const client = openDatabase(server.connection, { timeZone: 'UTC', onIdleError: () => {} });
  await migrate(client.pool, { announce: () => {} });
  announce(`Loading ${posts} posts.`);
  const isReal = articlesMissing === null;
  if (isReal) await loadArticles(client.db, readArticles());
  else {
    const services = { ...plainHash, store: createImagesOnDisk(folder), processor: createImageProcessor() };
    const wanted = { posts, views: 0, withImages: false };
    await seedDemonstration(contextOn(client.db), services, wanted, () => {});
  }
  const rows = await client.db
    .selectFrom('blog_posts')
    .select('slug')
    .where('published', '=', true)
    .where('kind', '=', 'post')
    .execute();
  await client.close();

  const started = new Set<StartedProduct>();
  return {
    content: isReal ? `${rows.length} real articles` : `${rows.length} demonstration posts`,
    slugs: rows.map(({ slug }) => slug),
    start: async (env = {}) => {
      const product = await startAsStarted(join(folder, 'log'), {
        DATA_DIR: join(folder, 'data'),
        DATABASE_URL: urlOf(server.connection),
        ...env,
      });
      started.add(product);
      return {
        port: Number(new URL(product.origin).port),
        stop: async () => {
          await product.end();
          started.delete(product);
        },
      };
    },
    stop: async () => {
      for (const product of started) await product.end('SIGKILL');
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
