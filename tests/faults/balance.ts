import { createHash } from 'node:crypto';

import { sql } from 'kysely';
import sharp from 'sharp';

import { listViewDifferences } from '#tests/view-differences.ts';
import { compare, savedNumber, type Balance, type Ledger } from './ledger.ts';
import type { Site } from './site.ts';

/** Compares the ledger with what is stored. Nothing may be written meanwhile. */
export async function balance(site: Site, ledger: Ledger): Promise<Balance> {
  const images = await lostImages(site, ledger.uploads);
  return site.withDatabase(async ({ db }) => {
    const messages = await sql<Counted>`
      select message as name, count(*)::int from messages group by 1`.execute(db);
    const posts = await sql<Counted>`
      select title as name, count(*)::int from blog_posts group by 1`.execute(db);
    const query = db.selectFrom('blog_posts').select('content').where('id', '=', ledger.saves.postId);
    const saved = await query.executeTakeFirst();
    const views = await sql<{ count: number }>`
      select count(*)::int from blog_post_metrics where post_id = ${ledger.views.postId}`.execute(db);
    const differences = await listViewDifferences(db);
    return compare(ledger, {
      messages: countBy(messages.rows),
      posts: countBy(posts.rows),
      saved: savedNumber(saved?.content ?? ''),
      views: views.rows[0]?.count ?? 0,
      failures: [
        ...images,
        ...differences.map((difference) => `Sum of views: ${JSON.stringify(difference)}`),
      ],
    });
  });
}

type Counted = { name: string; count: number };

function countBy(rows: readonly Counted[]): Map<string, number> {
  return new Map(rows.map(({ name, count }) => [name, count]));
}

/** Images that are not there, cannot be decoded, or have changed. */
async function lostImages(site: Site, uploads: Map<string, string | null>): Promise<string[]> {
  const lost: string[] = [];
  for (const [src, hash] of uploads) {
    const answer = await fetch(site.origin + src);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const now = createHash('sha256').update(bytes).digest('hex');
    const isWhole = answer.status === 200 && (hash === null ? await isDecodable(bytes) : hash === now);
    if (isWhole) uploads.set(src, now);
    else lost.push(`Image ${src}, answered with ${answer.status}`);
  }
  return lost;
}

async function isDecodable(bytes: Buffer): Promise<boolean> {
  return sharp(bytes)
    .stats()
    .then(
      () => true,
      () => false,
    );
}
