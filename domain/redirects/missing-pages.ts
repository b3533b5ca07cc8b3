import {
  deleteMissingPages,
  deleteMissingPagesUnseenFor,
  listMissingPageRows,
  listMissingPaths,
  type MissingPageOrder,
} from '#db/queries/missing-pages.ts';
import { inTransaction, requirePermission, type Core } from '#domain/core/context.ts';
import { readPage } from '#domain/core/paging.ts';
import { searchedPath } from './list-redirects.ts';
import { readablePath } from './path.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { Database } from '#db/client.ts';
import type { RedirectRule } from './rule.ts';
import { createRuleIndex } from './rule-index.ts';

const missingPagesPerPage = 50;

/** A page of the addresses that were asked for and have no page; a page past the end is the last one. @throws forbidden. */
export async function listMissingPages(
  ctx: Core,
  query: { search: string; order: MissingPageOrder; page: number },
) {
  requirePermission(ctx, 'manage-redirects');
  const search = searchedPath(query.search);
  const { rows, ...counts } = await readPage(query.page, missingPagesPerPage, (window) =>
    listMissingPageRows(ctx.db, search, query.order, window),
  );
  /** `name`: for people; equal to the path where that could mislead. */
  const items = rows.map((row) => ({ ...row, name: readablePath(row.path) }));
  return { items, ...counts };
}

/**
 * Takes an address off the list; the next request for it puts it there again. One that is off it already is fine.
 * @throws forbidden.
 */
export async function dismissMissingPage(ctx: Core, path: string): Promise<void> {
  requirePermission(ctx, 'manage-redirects');
  await inTransaction(ctx, async ({ db: trx }) => {
    if ((await deleteMissingPages(trx, [path])) === 0) return;
    const subject = { id: null, label: readablePath(path) };
    await recordActivity(trx, ctx, { action: 'missing-page-dismissed', subject });
  });
}

/** Addresses that a new rule answers are missing no longer. */
export async function deleteAnsweredPages(
  { db }: { db: Database },
  rules: readonly RedirectRule[],
): Promise<void> {
  const index = createRuleIndex(rules);
  const answered = (await listMissingPaths(db)).filter((path) => index.find(path) !== undefined);
  if (answered.length > 0) await deleteMissingPages(db, answered);
}

/** Days after which an address that is not asked for any more is deleted. */
const missingPageDays = 90;

/** @returns how many. */
export function deleteOldMissingPages(ctx: { db: Database }): Promise<number> {
  return deleteMissingPagesUnseenFor(ctx.db, missingPageDays);
}
