import { createHash } from 'node:crypto';

import { sql } from 'kysely';
import sharp from 'sharp';

import { listViewDifferences } from '#db/queries/view-check.ts';
import type { Site } from './site.ts';

export const kinds = ['message', 'post', 'save', 'view', 'upload'] as const;
export type Kind = (typeof kinds)[number];

/** What a site has acknowledged, and what it was sent. */
export type Ledger = {
  /** By its text: whether a message was acknowledged. It is sent again until it is. */
  messages: Map<string, boolean>;
  /** The same by the title of a new post. */
  posts: Map<string, boolean>;
  /** One post that is saved with a higher number each time. */
  saves: { postId: string; acknowledged: number; count: number };
  /** A view without an answer may be stored or not. */
  views: { postId: string; acknowledged: number; unanswered: number };
  /** Addresses of images, with the hash of the bytes when they were first seen. */
  uploads: Map<string, string | null>;
};

export type Balance = {
  acknowledged: number;
  /** What is missing, by name. */
  lost: string[];
  /** What is stored more often than it was sent. */
  duplicated: string[];
};

export function createLedger(postId: string): Ledger {
  return {
    messages: new Map(),
    posts: new Map(),
    saves: { postId, acknowledged: 0, count: 0 },
    views: { postId, acknowledged: 0, unanswered: 0 },
    uploads: new Map(),
  };
}

/** Compares the ledger with what is stored. Nothing may be written meanwhile. */
export async function balance(site: Site, ledger: Ledger): Promise<Balance> {
  const stored = await site.withDatabase(async ({ db }) => ({
    messages: await countBy(
      sql<Counted>`select message as name, count(*)::int from messages group by 1`.execute(db),
    ),
    posts: await countBy(
      sql<Counted>`select title as name, count(*)::int from blog_posts group by 1`.execute(db),
    ),
    saved: await sql<{
      content: string;
    }>`select content from blog_posts where id = ${ledger.saves.postId}`.execute(db),
    views: await sql<{ count: number }>`
      select count(*)::int from blog_post_metrics where post_id = ${ledger.views.postId}`.execute(db),
    differences: await listViewDifferences(db),
  }));
  const views = stored.views.rows[0]?.count ?? 0;
  const saved = savedNumber(stored.saved.rows[0]?.content ?? '');
  const { saves, views: sent } = ledger;
  const missing = (all: ReadonlyMap<string, boolean>, found: ReadonlyMap<string, number>) =>
    acknowledgedOf(all).filter((name) => !found.has(name));
  const repeated = (all: ReadonlyMap<string, boolean>, found: ReadonlyMap<string, number>) =>
    [...all.keys()].filter((name) => (found.get(name) ?? 0) > 1);
  return {
    acknowledged:
      acknowledgedOf(ledger.messages).length +
      acknowledgedOf(ledger.posts).length +
      saves.count +
      sent.acknowledged +
      ledger.uploads.size,
    lost: [
      ...missing(ledger.messages, stored.messages),
      ...missing(ledger.posts, stored.posts),
      ...numbered('Save', saved, saves.acknowledged),
      ...numbered('View', views, sent.acknowledged),
      ...stored.differences.map((difference) => `Sum of views ${JSON.stringify(difference)}`),
      ...(await lostImages(site, ledger.uploads)),
    ],
    duplicated: [
      ...repeated(ledger.messages, stored.messages),
      ...repeated(ledger.posts, stored.posts),
      ...numbered('View', sent.acknowledged + sent.unanswered, views),
    ],
  };
}

/** Names for what comes after one number up to another. */
function numbered(name: string, after: number, last: number): string[] {
  return Array.from({ length: Math.max(0, last - after) }, (_, index) => `${name} ${after + index + 1}`);
}

type Counted = { name: string; count: number };

async function countBy(result: Promise<{ rows: Counted[] }>): Promise<Map<string, number>> {
  return new Map((await result).rows.map(({ name, count }) => [name, count]));
}

function acknowledgedOf(sent: ReadonlyMap<string, boolean>): string[] {
  return [...sent].filter(([, isAcknowledged]) => isAcknowledged).map(([name]) => name);
}

/** The text of a save and the number in it. */
export const savedText = (number: number) => `<p>Save number ${number}.</p>`;
const savedNumber = (content: string) => Number(/Save number (\d+)\./.exec(content)?.[1] ?? 0);

/** Images that are not there, cannot be decoded, or have changed. */
async function lostImages(site: Site, uploads: Map<string, string | null>): Promise<string[]> {
  const lost: string[] = [];
  for (const [src, hash] of uploads) {
    const answer = await fetch(site.origin + src);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const now = createHash('sha256').update(bytes).digest('hex');
    const isWhole = answer.status === 200 && (hash === null ? await isDecodable(bytes) : hash === now);
    if (isWhole) uploads.set(src, now);
    else lost.push(`${src}: ${answer.status}`);
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
