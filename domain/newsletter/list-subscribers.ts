import {
  allowSubscriber as allowRow,
  listSubscriberRows,
  listSubscribersAfter,
  type SubscriberFilter,
  type SubscriberRow,
} from '#db/queries/subscribers.ts';
import { recordActivity, type SecurityContext } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type OwnSession, type Core } from '#domain/core/context.ts';
import { notFound } from '#domain/core/errors.ts';
import { exportPeople } from '#domain/activity/export-people.ts';
import { readPage } from '#domain/core/paging.ts';
import { isId, searchedText } from '#domain/fields/fields.ts';
import { isKeyOf } from '#domain/core/is-key-of.ts';
import { subscriberStates } from './subscriber-states.ts';

const subscribersPerPage = 50;

export type SubscriberQuery = { state: string; search: string };

/** A page of the subscribers, newest first. A page past the end is the last one. @throws forbidden for editors. */
export async function listSubscribers(ctx: Core, query: SubscriberQuery & { page: number }) {
  requirePermission(ctx, 'manage-inbox');
  return readPage(query.page, subscribersPerPage, (window) =>
    listSubscriberRows(ctx.db, subscriberFilter(query), window),
  );
}

function subscriberFilter({ state, search }: SubscriberQuery): SubscriberFilter {
  return { state: isKeyOf(subscriberStates, state) ? state : null, search: searchedText(search) };
}

/** An import reads the first two and those of the consent. */
const columns: Readonly<Record<string, (row: SubscriberRow) => string | null>> = {
  Email: (row) => row.email,
  State: (row) => subscriberStates[row.state],
  Page: (row) => row.page,
  'Signed Up': (row) => row.created_at.toISOString(),
  Confirmed: (row) => row.confirmed_at?.toISOString() ?? null,
  Unsubscribed: (row) => row.unsubscribed_at?.toISOString() ?? null,
  'Consent Date': (row) => row.consent_at?.toISOString() ?? null,
  'Consent Source': (row) => row.consent_source,
};
const atOnce = 1_000;

/** The filtered subscribers, by address, in pieces of 1,000 rows. @throws forbidden for editors, before the first piece. */
export function exportSubscribers(
  ctx: Core & SecurityContext & OwnSession,
  query: SubscriberQuery,
): Promise<AsyncGenerator<string>> {
  const filter = subscriberFilter(query);
  return exportPeople(ctx, 'subscribers-exported', columns, (last) =>
    listSubscribersAfter(ctx.db, filter, last?.email.toLowerCase() ?? '', atOnce),
  );
}

/**
 * Makes a subscriber whose emails bounced, or who complained, pending again: emails go on after a confirmation only.
 * @returns the address
 * @throws forbidden for editors, not-found when there is no such subscriber any more
 */
export async function allowSubscriber(ctx: Core, id: string): Promise<string> {
  requirePermission(ctx, 'manage-inbox');
  return inTransaction(ctx, async ({ db: trx }) => {
    const email = isId(id) ? await allowRow(trx, id) : undefined;
    if (email === undefined) throw notFound('This subscriber is not stopped any more.');
    await recordActivity(trx, ctx, { action: 'subscriber-allowed' });
    return email;
  });
}
