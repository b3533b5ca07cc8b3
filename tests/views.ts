import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import type { ViewSource } from '#db/queries/views.ts';
import type { WaitingView } from '#domain/analytics/view-recorder.ts';
import { insertPastViews, remakeFigures } from '../scripts/seed/past-views.ts';

const firefox: ViewSource = { referrerHost: '', campaign: '', device: 'desktop', browser: 'Firefox' };

/** A view by a new visitor from a network of its own; every field can be given. */
export function newView(page: string, fields: Partial<WaitingView> = {}): WaitingView {
  return { page, address: newAddress(), agent: randomUUID(), ...firefox, ...fields };
}

/** An IPv6 address in a random /64 of the documentation range. */
export function newAddress(): string {
  const [first, second] = randomUUID().split('-')[0]?.match(/.{4}/g) ?? [];
  return `2001:db8:${first}:${second}::1`;
}

/** Views of other moments (whole seconds), with every count of them. */
export async function storePastViews(
  db: Database,
  views: readonly (Partial<ViewSource> & { postId: string; at: Date })[],
): Promise<void> {
  await insertPastViews(db, {
    postIds: views.map(({ postId }) => postId),
    seconds: views.map(({ at }) => Math.floor(at.getTime() / 1000)),
    sources: views.map((view) => ({ ...firefox, ...view })),
  });
  await remakeFigures(db);
}

/** As if everything so far had been days earlier. The clock of the database cannot be moved, so the past is. */
export async function letDaysPass(db: Database, days: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`update visitor_salt set day = day - ${days}::integer`.execute(trx);
    // Far away and back again: two days never stand at the same place in between.
    await sql`update view_days set day = day - 100000 where day > '-infinity'`.execute(trx);
    await sql`update view_days set day = day + 100000 - ${days}::integer where day > '-infinity'`.execute(
      trx,
    );
    await sql`update blog_post_metrics
      set created_at = created_at - make_interval(days => ${days})`.execute(trx);
  });
}
