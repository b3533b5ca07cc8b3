import { listRedirectRows, type RedirectOrder } from '#db/queries/redirect-rules.ts';
import { requirePermission, type Core } from '#domain/core/context.ts';
import { readPage } from '#domain/core/paging.ts';
import { searchedText } from '#domain/fields/fields.ts';
import { nameOf } from './rule-conflict.ts';
import { ruleOf } from './stored-rules.ts';

const redirectsPerPage = 50;

/** A page of the rules; a page past the end is the last one. @throws forbidden. */
export async function listRedirects(
  ctx: Core,
  query: { search: string; order: RedirectOrder; page: number },
) {
  requirePermission(ctx, 'manage-redirects');
  const search = searchedPath(query.search);
  const { rows, ...counts } = await readPage(query.page, redirectsPerPage, (window) =>
    listRedirectRows(ctx.db, search, query.order, window),
  );
  const items = rows.map((row) => ({
    id: row.id,
    /** As people write it: `/old/*` for a prefix. */
    from: nameOf(ruleOf(row)),
    isPrefix: row.is_prefix,
    status: row.status,
    /** Null: gone. */
    to: row.target,
    hits: row.hits,
    lastHitAt: row.last_hit_at,
  }));
  return { items, ...counts };
}

/** As paths are stored: what is typed may be of any script. */
export function searchedPath(typed: string): string {
  return encodeURI(searchedText(typed).normalize('NFC').toLowerCase()).replaceAll('%25', '%');
}
