import type { Database } from '#db/client.ts';
import { addMissingPages } from '#db/queries/missing-pages.ts';
import { addRedirectHits } from '#db/queries/redirect-rules.ts';
import { inTransaction } from '#domain/core/context.ts';
import { normalPath } from './path.ts';

/** Rows that are kept of addresses without a page. */
export const maxMissingPages = 5_000;
/** Longer addresses are not worth a rule of their own. */
const maxPathLength = 500;
const maxReferrers = 5;
const maxReferrerLength = 300;
/** Addresses that wait in one process; what else comes before they are stored is not counted. */
const maxWaiting = 1_000;

type MissingPageVisit = {
  pathname: string;
  /** As it was sent. */
  referrer: string | undefined;
  at: Date;
};

type Waiting = { visits: number; referrers: string[]; last_seen_at: Date };

export type MissingPageRecorder = ReturnType<typeof createMissingPageRecorder>;

/**
 * Counts the hits of redirects and the requests for missing pages in memory, and stores them together: requests cost no
 * statement, and what waits is bounded.
 */
export function createMissingPageRecorder(db: Database) {
  let hits = new Map<string, { hits: number; last_at: Date }>();
  let missing = new Map<string, Waiting>();

  return {
    recordHit(ruleId: string, at: Date): void {
      hits.set(ruleId, { hits: (hits.get(ruleId)?.hits ?? 0) + 1, last_at: at });
    },
    recordMissing({ pathname, referrer, at }: MissingPageVisit): void {
      if (pathname.length > maxPathLength) return;
      const path = normalPath(pathname);
      if (path === null || path.length > maxPathLength) return;
      const waiting = missing.get(path) ?? { visits: 0, referrers: [], last_seen_at: at };
      if (!missing.has(path)) {
        if (missing.size >= maxWaiting) return;
        missing.set(path, waiting);
      }
      waiting.last_seen_at = at;
      waiting.visits += 1;
      const page = referringPage(referrer);
      if (page === null) return;
      waiting.referrers = [page, ...waiting.referrers.filter((other) => other !== page)].slice(
        0,
        maxReferrers,
      );
    },
    /** Stores what waits. @throws when that failed; what waited is lost then. */
    async store(): Promise<void> {
      const [countedHits, countedPages] = [hits, missing];
      hits = new Map();
      missing = new Map();
      if (countedHits.size > 0) {
        const rows = [...countedHits].map(([id, counted]) => ({ id, ...counted }));
        await addRedirectHits(db, rows);
      }
      if (countedPages.size === 0) return;
      const rows = [...countedPages].map(([path, counted]) => ({ path, ...counted }));
      await inTransaction({ db }, ({ db: trx }) => addMissingPages(trx, rows, maxMissingPages));
    },
  };
}

/** The page with the link, without query and fragment; null for what is no page of the web. */
export function referringPage(referrer: string | undefined): string | null {
  if (referrer === undefined || referrer.length > 2_000) return null;
  const url = URL.parse(referrer);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return (url.origin + url.pathname).slice(0, maxReferrerLength);
}
