import { listActivityPeople, listActivityRows } from '#db/queries/activity.ts';
import type { ActivityProcess } from '#db/tables.ts';
import { requirePermission, type Core } from '#domain/core/context.ts';
import { isDay, withoutControls } from '#domain/fields/fields.ts';
import { isKeyOf } from '#domain/core/is-key-of.ts';
import { activityActions } from './actions.ts';
import { presentFacts } from './fact-words.ts';

const activityPerPage = 50;

type ActivityQuery = {
  action: string;
  who: string;
  from: string;
  to: string;
  /** Ids of the first and the last entry of the page that was shown. */
  before: string;
  after: string;
};

/**
 * A page of the activity log, newest first. Pages continue from an entry, not from an offset, so that the last page is as
 * fast as the first, and no entry is shown twice while the log grows.
 * @throws forbidden for editors.
 */
export async function listActivity(ctx: Core, query: ActivityQuery) {
  requirePermission(ctx, 'view-activity');
  const filter = {
    action: Object.hasOwn(activityActions, query.action) ? query.action : null,
    who: withoutControls(query.who).trim().toLowerCase().slice(0, 254) || null,
    from: isDay(query.from) ? query.from : null,
    to: isDay(query.to) ? query.to : null,
  };
  const before = idOf(query.before);
  const after = before === null ? idOf(query.after) : null;
  const edge = before !== null ? { before } : after !== null ? { after } : null;
  const [rows, people] = await Promise.all([
    listActivityRows(ctx.db, filter, edge, activityPerPage + 1),
    listActivityPeople(ctx.db, 200),
  ]);
  const hasMore = rows.length > activityPerPage;
  const shown = hasMore ? (after === null ? rows.slice(0, -1) : rows.slice(1)) : rows;
  const first = shown[0]?.id ?? null;
  const last = shown.at(-1)?.id ?? null;
  return {
    entries: shown.map((row) => ({
      id: row.id,
      at: row.created_at,
      who: row.actor_email ?? (row.process && processNames[row.process]),
      action: row.action,
      /** `{who} {words} {what}`. */
      words: isKeyOf(activityActions, row.action) ? activityActions[row.action] : row.action,
      what: row.subject_label,
      ...presentFacts(row.before, row.after, ctx.timeZone),
      from: row.client_address,
    })),
    older: after !== null || hasMore ? last : null,
    newer: before !== null || (after !== null && hasMore) ? first : null,
    people,
  };
}

const processNames: Record<ActivityProcess, string> = {
  start: 'The start of the site',
  'command line': 'The command line',
};

function idOf(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
