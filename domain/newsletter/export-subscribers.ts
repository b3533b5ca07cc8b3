import { listSubscribersAfter } from '#db/queries/subscribers.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import { requireFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import type { DomainContext } from '#domain/context.ts';
import { csv } from '#domain/text/csv.ts';
import { requirePermission } from '#domain/actor.ts';
import { subscriberFilter, type SubscriberQuery } from './list-subscribers.ts';
import { subscriberStates } from './subscriber-state.ts';

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
  'Categories',
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
        row.categories?.join('; ') ?? 'Everything',
      ]),
    );
  }
}
