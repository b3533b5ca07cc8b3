import { listRedirectRows, type RedirectRuleRow } from '#db/queries/redirect-rules.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { csv } from '#domain/text/csv.ts';
import { searchedPath } from './list-redirects.ts';
import { maxRules } from './rule.ts';
import { nameOf } from './rule-conflict.ts';
import { ruleOf } from './stored-rules.ts';

/** The rules that a search finds, as comma-separated values that can be imported again. @throws forbidden. */
export async function exportRedirects(ctx: DomainContext, search: string): Promise<string[]> {
  requirePermission(ctx, 'manage-redirects');
  const order = { column: 'from', direction: 'asc' } as const;
  const window = { limit: maxRules, offset: 0 };
  const { rows } = await listRedirectRows(ctx.db, searchedPath(search), order, window);
  const lines = rows.map((row: RedirectRuleRow) => [
    nameOf(ruleOf(row)),
    row.target ?? '',
    row.status,
    row.hits,
    row.last_hit_at?.toISOString() ?? '',
  ]);
  return [csv([['From', 'To', 'Status', 'Hits', 'Last Used'], ...lines])];
}
