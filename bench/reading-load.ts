import { setTimeout as sleep } from 'node:timers/promises';

import { openConnection, type Connection } from './connection.ts';

export type Read = { path: string; status: number; milliseconds: number };

/**
 * Pages read at a rate: each read starts at its own moment, whether or not the reads before are answered, so that waiting
 * counts. One whose connection fails has the status 0.
 */
export async function readAtARate(
  port: number,
  { rate, seconds, pathOf }: { rate: number; seconds: number; pathOf: (n: number) => string },
): Promise<Read[]> {
  const free: Connection[] = [];
  const read = async (path: string, due: number): Promise<Read> => {
    const answer = async () => {
      const connection = free.pop() ?? (await openConnection(port));
      const { status } = await connection.get(path);
      free.push(connection);
      return status;
    };
    const status = await answer().catch(() => 0);
    return { path, status, milliseconds: performance.now() - due };
  };
  const reads: Promise<Read>[] = [];
  const started = performance.now();
  for (let n = 0; n < rate * seconds; n += 1) {
    const due = started + (n * 1_000) / rate;
    const rest = due - performance.now();
    if (rest > 0) await sleep(rest);
    reads.push(read(pathOf(n), due));
  }
  const all = await Promise.all(reads);
  for (const connection of free) connection.close();
  return all;
}

/**
 * Forty-five of fifty pages are posts, the newest most often, the others the start page, lists, the feed and a search.
 */
export function mixedPath(n: number, slugs: readonly string[], { isEven = false } = {}): string {
  switch (n % 50) {
    case 10:
      return '/';
    case 20:
      return '/blog';
    case 30:
      return `/blog?page=${2 + (n % 5)}`;
    case 40:
      return '/rss.xml';
    case 49:
      return `/search?q=${['code', 'release', 'memory', 'words'][n % 4]}`;
    default: {
      const spread = ((n * 2_654_435_761) % 4_294_967_296) / 4_294_967_296;
      return `/blog/${slugs[Math.floor((isEven ? spread : spread ** 2) * slugs.length)] ?? ''}`;
    }
  }
}
