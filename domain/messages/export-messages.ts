import { listMessagesAfter } from '#db/queries/inbox.ts';
import type { SecurityContext } from '#domain/activity/record-activity.ts';
import type { OwnSession, Core } from '#domain/core/context.ts';
import { stageLabel } from './business-stages.ts';
import { exportPeople } from '../activity/export-people.ts';
import { filterOf, type MessageQuery } from './list-messages.ts';
import { kindNames, statusNames } from './message-status.ts';

const atOnce = 500;

type Row = Awaited<ReturnType<typeof listMessagesAfter>>[number];

const columns: Readonly<Record<string, (row: Row) => string | null>> = {
  Received: (row) => row.created_at.toISOString(),
  Kind: (row) => kindNames[row.kind],
  Status: (row) => statusNames[row.status],
  Owner: (row) => row.owner_name,
  Name: (row) => row.name,
  Email: (row) => row.email,
  Subject: (row) => row.subject,
  Message: (row) => row.message,
  Phone: (row) => row.phone,
  Industry: (row) => row.industry,
  'Business Stage': (row) => stageLabel(row.business_stage),
  'Funding to Date': (row) => row.funding_to_date,
  Page: (row) => row.page,
  Campaign: (row) => row.campaign,
  'Came From': (row) => row.referrer_host,
  'Last Post Read': (row) => row.last_post_title,
};

/** The filtered messages, oldest first, in pieces of 500 rows; none that are deleted. @throws forbidden for editors, before the first piece. */
export function exportMessages(
  ctx: Core & SecurityContext & OwnSession,
  query: MessageQuery,
): Promise<AsyncGenerator<string>> {
  const filter = filterOf({ ...query, folder: query.folder === 'spam' ? 'spam' : 'inbox' });
  return exportPeople(ctx, 'messages-exported', columns, (last) =>
    listMessagesAfter(ctx.db, filter, last ? { created_at: last.at, id: last.id } : null, atOnce),
  );
}
