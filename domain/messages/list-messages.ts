import { countSpam, listInboxRows, listOwnerRows } from '#db/queries/inbox.ts';
import type { MessageRow } from '#db/queries/messages.ts';
import { countUndelivered } from '#db/queries/outbox.ts';
import type { DomainContext } from '#domain/context.ts';
import { readPage } from '#domain/paging.ts';
import { requirePermission } from '#domain/actor.ts';
import { deliveryState, type DeliveryState } from './delivery-state.ts';
import { filterOf, type MessageQuery } from './message-query.ts';

export const messagesPerPage = 25;

export type MessageListItem = Pick<
  MessageRow,
  'id' | 'kind' | 'name' | 'email' | 'subject' | 'status' | 'campaign'
> & {
  /** The host that the visit came from; '' for none. */
  referrerHost: string;
  excerpt: string;
  isRead: boolean;
  owner: string | null;
  delivery: DeliveryState;
  createdAt: Date;
};

export type MessageList = {
  items: MessageListItem[];
  found: number;
  spam: number;
  /** Messages whose delivery was given up, or has been waiting for more than an hour. */
  undelivered: number;
  owners: { id: string; email: string }[];
  page: number;
  pages: number;
};

/**
 * A page of the inbox, or of its spam folder, newest first. A page past the end is the last one.
 * @throws forbidden for editors.
 */
export async function listMessages(
  ctx: DomainContext,
  query: MessageQuery & { page: number },
): Promise<MessageList> {
  requirePermission(ctx, 'manage-inbox');
  const [{ found: list, ...paging }, spam, undelivered, owners] = await Promise.all([
    readPage(
      query.page,
      messagesPerPage,
      (window) => listInboxRows(ctx.db, filterOf(query), window),
      ({ found }) => found,
    ),
    countSpam(ctx.db),
    countUndelivered(ctx.db),
    listOwnerRows(ctx.db),
  ]);
  return {
    items: list.rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      name: row.name,
      email: row.email,
      subject: row.subject,
      excerpt: row.excerpt,
      status: row.status,
      referrerHost: row.referrer_host,
      campaign: row.campaign,
      isRead: row.read_at !== null,
      owner: row.owner_email,
      delivery: deliveryState(row, {
        isSpam: row.spam_reason !== null,
        deliversMessages: ctx.deliversMessages,
      }),
      createdAt: row.created_at,
    })),
    found: list.found,
    spam,
    undelivered,
    owners: owners.map(({ user_id, email }) => ({ id: user_id, email })),
    ...paging,
  };
}
