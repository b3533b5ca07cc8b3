import {
  listMissingPageRows,
  type MissingPageFilter,
  type MissingPageOrder,
} from '#db/queries/missing-pages.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { readPage } from '#domain/paging.ts';
import { searchedPath } from './list-redirects.ts';
import { readablePath } from './path.ts';

export const missingPagesPerPage = 50;

export type MissingPageQuery = { asked: MissingPageFilter['asked']; search: string; order: MissingPageOrder };

export type ListedMissingPage = {
  path: string;
  /** For people; equal to the path where that could mislead. */
  name: string;
  visits: number;
  botVisits: number;
  /** The last pages with a link to it, newest first. */
  referrers: string[];
  lastSeenAt: Date;
};

export type MissingPageList = {
  items: ListedMissingPage[];
  found: number;
  byPeople: number;
  byBots: number;
  page: number;
  pages: number;
};

/** A page of the addresses that were asked for and have no page; a page past the end is the last one. @throws forbidden. */
export async function listMissingPages(
  ctx: DomainContext,
  query: MissingPageQuery & { page: number },
): Promise<MissingPageList> {
  requirePermission(ctx, 'manage-redirects');
  const filter = { asked: query.asked, search: searchedPath(query.search) };
  const { found: list, ...paging } = await readPage(
    query.page,
    missingPagesPerPage,
    (window) => listMissingPageRows(ctx.db, filter, query.order, window),
    ({ found }) => found,
  );
  const { rows, ...counts } = list;
  const items = rows.map((row) => ({
    path: row.path,
    name: readablePath(row.path),
    visits: row.visits,
    botVisits: row.bot_visits,
    referrers: row.referrers,
    lastSeenAt: row.last_seen_at,
  }));
  return { items, ...counts, ...paging };
}
