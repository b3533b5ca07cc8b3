import {
  allowSubscriber as allowRow,
  listSubscriberRows,
  listSubscribersAfter,
  type SubscriberFilter,
} from '#db/queries/subscribers.ts';
import { requireFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { readPage } from '#domain/paging.ts';
import { csv } from '#domain/text/csv.ts';
import { isId, withoutControls } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { isSubscriberState, subscriberStates } from './subscriber-states.ts';

const subscribersPerPage = 50;

export type SubscriberQuery = { state: string; search: string };

/** A page of the subscribers, newest first. A page past the end is the last one. @throws forbidden for editors. */
export async function listSubscribers(ctx: DomainContext, query: SubscriberQuery & { page: number }) {
  requirePermission(ctx, 'manage-inbox');
  const { found: list, ...paging } = await readPage(
    query.page,
    subscribersPerPage,
    (window) => listSubscriberRows(ctx.db, subscriberFilter(query), window),
    ({ found }) => found,
  );
  return { ...list, ...paging };
}

export function subscriberFilter({ state, search }: SubscriberQuery): SubscriberFilter {
  return {
    state: isSubscriberState(state) ? state : null,
    search: withoutControls(search).trim().slice(0, 200),
  };
}

/** An import reads the first two and those of the consent. */
const columns = [
  'Email',
  'State',
  'Page',
  'Signed Up',
  'Confirmed',
  'Unsubscribed',
  'Consent Date',
  'Consent Source',
];
const atOnce = 1_000;

/** The filtered subscribers as comma-separated values, streamed in pieces of 1,000 rows. @throws forbidden for editors, before the first piece. */
export async function exportSubscribers(
  ctx: DomainContext,
  query: SubscriberQuery,
): Promise<AsyncGenerator<string>> {
  requirePermission(ctx, 'manage-inbox');
  requireFreshProof(ctx);
  await recordActivity(ctx.db, ctx, { action: 'subscribers-exported' });
  reportSecurityEvent(ctx, 'subscribers-exported');
  return pieces(ctx, query);
}

async function* pieces(ctx: DomainContext, query: SubscriberQuery): AsyncGenerator<string> {
  yield csv([columns]);
  const filter = subscriberFilter(query);
  let last: string | undefined = '';
  while (last !== undefined) {
    const rows = await listSubscribersAfter(ctx.db, filter, last, atOnce);
    last = rows.at(-1)?.email.toLowerCase();
    yield csv(
      rows.map((row) => [
        row.email,
        subscriberStates[row.state],
        row.page,
        row.created_at.toISOString(),
        row.confirmed_at?.toISOString() ?? '',
        row.unsubscribed_at?.toISOString() ?? '',
        row.consent_at?.toISOString() ?? '',
        row.consent_source ?? '',
      ]),
    );
  }
}

/**
 * Makes a subscriber whose emails bounced, or who complained, pending again: emails go on after a confirmation only.
 * @returns the address
 * @throws forbidden for editors, not-found when there is no such subscriber any more
 */
export async function allowSubscriber(ctx: DomainContext, id: string): Promise<string> {
  requirePermission(ctx, 'manage-inbox');
  return inTransaction(ctx, async ({ db: trx }) => {
    const email = isId(id) ? await allowRow(trx, id) : undefined;
    if (email === undefined) throw notFound('This subscriber is not stopped any more.');
    await recordActivity(trx, ctx, { action: 'subscriber-allowed' });
    return email;
  });
}
