import { listMessagesAfter } from '#db/queries/inbox.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import { requireFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import type { DomainContext } from '#domain/context.ts';
import { csv } from '#domain/text/csv.ts';
import { requirePermission } from '#domain/actor.ts';
import { kindNames, statusNames } from './message-status.ts';
import { filterOf, type MessageQuery } from './list-messages.ts';
import { stageLabel } from './business-stages.ts';

const atOnce = 500;

const header = [
  'Received',
  'Kind',
  'Status',
  'Owner',
  'Name',
  'Email',
  'Subject',
  'Message',
  'Phone',
  'Industry',
  'Business Stage',
  'Funding to Date',
  'Page',
  'Campaign',
  'Came From',
  'Last Post Read',
];

/**
 * The filtered messages as comma-separated values, oldest first, streamed in pieces of 500 rows.
 * @throws forbidden for editors, before the first piece.
 */
export async function exportMessages(
  ctx: DomainContext,
  query: MessageQuery,
): Promise<AsyncGenerator<string>> {
  requirePermission(ctx, 'manage-inbox');
  requireFreshProof(ctx);
  await recordActivity(ctx.db, ctx, { action: 'messages-exported' });
  reportSecurityEvent(ctx, 'messages-exported');
  return pieces(ctx, query);
}

async function* pieces(ctx: DomainContext, query: MessageQuery): AsyncGenerator<string> {
  yield csv([header]);
  const filter = filterOf(query);
  let last: { created_at: string; id: string } | null = null;
  for (;;) {
    const rows: Awaited<ReturnType<typeof listMessagesAfter>> = await listMessagesAfter(
      ctx.db,
      filter,
      last,
      atOnce,
    );
    const end = rows.at(-1);
    if (!end) return;
    last = { created_at: end.at, id: end.id };
    yield csv(
      rows.map((row) => [
        row.created_at.toISOString(),
        kindNames[row.kind],
        statusNames[row.status],
        row.owner_name ?? '',
        row.name,
        row.email,
        row.subject,
        row.message,
        row.phone ?? '',
        row.industry ?? '',
        row.business_stage === null ? '' : stageLabel(row.business_stage),
        row.funding_to_date ?? '',
        row.page,
        row.campaign,
        row.referrer_host,
        row.last_post_title ?? '',
      ]),
    );
  }
}
