import type { SecurityContext } from '#domain/activity/record-activity.ts';
import { recordActivity, reportSecurityEvent } from '#domain/activity/record-activity.ts';
import { requireFreshProof, requirePermission, type OwnSession, type Core } from '#domain/core/context.ts';
import { csv } from '#domain/fields/csv.ts';

/**
 * Messages of people as comma-separated values, streamed piece by piece; the log records that it was taken.
 * @param columns the values of a row under the names of the columns
 * @param readAfter the rows after one, or the first ones; none: there are no more
 * @throws forbidden for editors, unproved: before the first piece.
 */
export async function exportPeople<Row>(
  ctx: Core & SecurityContext & OwnSession,
  action: 'messages-exported' | 'subscribers-exported',
  columns: Readonly<Record<string, (row: Row) => string | null>>,
  readAfter: (last: Row | undefined) => Promise<Row[]>,
): Promise<AsyncGenerator<string>> {
  requirePermission(ctx, 'manage-inbox');
  requireFreshProof(ctx);
  await recordActivity(ctx.db, ctx, { action });
  reportSecurityEvent(ctx, action);
  return pieces();

  async function* pieces(): AsyncGenerator<string> {
    yield csv([Object.keys(columns)]);
    for (let rows = await readAfter(undefined); rows.length > 0; rows = await readAfter(rows.at(-1))) {
      yield csv(rows.map((row) => Object.values(columns).map((valueOf) => valueOf(row) ?? '')));
    }
  }
}
