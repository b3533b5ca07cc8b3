import {
  listSubscriberRows,
  type SubscriberFilter,
  type SubscriberRow,
  type SubscriberState,
} from '#db/queries/subscribers.ts';
import type { DomainContext } from '#domain/context.ts';
import { withoutControls } from '#domain/text/fields.ts';
import { requirePermission } from '#domain/auth/actor.ts';
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
  }[];
  found: number;
  total: number;
  /** Pending, and nobody has asked them yet. */
  neverAsked: number;
  page: number;
  pages: number;
};

/** A page of the subscribers, newest first. A page beyond the last shows the first. @throws forbidden for editors. */
export async function listSubscribers(
  ctx: DomainContext,
  query: SubscriberQuery & { page: number },
): Promise<SubscriberList> {
  requirePermission(ctx, 'manage-inbox');
  const page = Number.isSafeInteger(query.page) && query.page > 0 ? Math.min(query.page, 1_000_000) : 1;
  const { rows, found, total, neverAsked } = await listSubscriberRows(ctx.db, subscriberFilter(query), {
    limit: subscribersPerPage,
    offset: (page - 1) * subscribersPerPage,
  });
  if (rows.length === 0 && page > 1) return listSubscribers(ctx, { ...query, page: 1 });
  return {
    items: rows.map((row) => ({
      id: row.id,
      email: row.email,
      state: row.state,
      page: row.page,
      createdAt: row.created_at,
      changedAt: changedAt(row),
    })),
    found,
    total,
    neverAsked,
    page,
    pages: Math.max(1, Math.ceil(found / subscribersPerPage)),
  };
}

/** Since when it is in its state; who is pending again may have confirmed or unsubscribed before. */
function changedAt(row: SubscriberRow): Date | null {
  if (row.state === 'pending') return null;
  return row.state === 'confirmed' ? row.confirmed_at : row.unsubscribed_at;
}

export function subscriberFilter({ state, search }: SubscriberQuery): SubscriberFilter {
  return {
    state: isSubscriberState(state) ? state : null,
    search: withoutControls(search).trim().slice(0, 200),
  };
}
