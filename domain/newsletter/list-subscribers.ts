import {
  listSubscriberRows,
  type SubscriberFilter,
  type SubscriberRow,
  type SubscriberState,
} from '#db/queries/subscribers.ts';
import type { DomainContext } from '#domain/context.ts';
import { readPage } from '#domain/paging.ts';
import { withoutControls } from '#domain/text/fields.ts';
import { requirePermission } from '#domain/actor.ts';
import { isSubscriberState } from './subscriber-state.ts';

export const subscribersPerPage = 50;

export type SubscriberQuery = { state: string; search: string };

export type SubscriberList = {
  items: {
    id: string;
    email: string;
    state: SubscriberState;
    page: string;
    createdAt: Date;
    changedAt: Date | null;
    /** Names of the chosen ones; null: everything. */
    categories: string[] | null;
    consentAt: Date | null;
    consentSource: string | null;
  }[];
  found: number;
  total: number;
  /** Pending subscribers who have not been sent a confirmation yet. */
  neverAsked: number;
  page: number;
  pages: number;
};

/** A page of the subscribers, newest first. A page past the end is the last one. @throws forbidden for editors. */
export async function listSubscribers(
  ctx: DomainContext,
  query: SubscriberQuery & { page: number },
): Promise<SubscriberList> {
  requirePermission(ctx, 'manage-inbox');
  const { found: list, ...paging } = await readPage(
    query.page,
    subscribersPerPage,
    (window) => listSubscriberRows(ctx.db, subscriberFilter(query), window),
    ({ found }) => found,
  );
  return {
    items: list.rows.map((row) => ({
      id: row.id,
      email: row.email,
      state: row.state,
      page: row.page,
      createdAt: row.created_at,
      changedAt: changedAt(row),
      categories: row.categories,
      consentAt: row.consent_at,
      consentSource: row.consent_source,
    })),
    found: list.found,
    total: list.total,
    neverAsked: list.neverAsked,
    ...paging,
  };
}

/** Since when it is in its state. A subscriber who is pending again may have confirmed or unsubscribed before. */
function changedAt(row: SubscriberRow): Date | null {
  if (row.state === 'pending') return null;
  if (row.state === 'bounced' || row.state === 'complained') return row.stopped_at;
  return row.state === 'confirmed' ? row.confirmed_at : row.unsubscribed_at;
}

export function subscriberFilter({ state, search }: SubscriberQuery): SubscriberFilter {
  return {
    state: isSubscriberState(state) ? state : null,
    search: withoutControls(search).trim().slice(0, 200),
  };
}
