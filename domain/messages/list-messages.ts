import { countSpam, listInboxRows, listOwnerRows, type MessageFilter } from '#db/queries/inbox.ts';
import { countUndelivered } from '#db/queries/outbox.ts';
import { requireActor, requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { readPage } from '#domain/paging.ts';
import { can } from '#domain/permissions.ts';
import { withoutControls } from '#domain/text/fields.ts';
import { deliveryState } from './delivery-state.ts';
import { isKind, isOwner, isStatus } from './message-status.ts';

const messagesPerPage = 25;

/**
 * A page of the inbox, or of its spam folder, newest first. A page past the end is the last one.
 * @throws forbidden for editors.
 */
export async function listMessages(ctx: DomainContext, query: MessageQuery & { page: number }) {
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
      /** The host that the visit came from; '' for none. */
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
    /** Messages whose delivery was given up, or has been waiting for more than an hour. */
    undelivered,
    owners: owners.map(({ user_id, email }) => ({ id: user_id, email })),
    ...paging,
  };
}

const maxShown = 5;

/** The newest unread messages, for the dashboard; none for roles that may not read the inbox. */
export async function listNewMessages(ctx: DomainContext) {
  if (!can(requireActor(ctx), 'manage-inbox')) return { unread: 0, newest: [] };
  const unread = { isSpam: false, kind: null, status: null, owner: null, unreadOnly: true, search: '' };
  const { rows, found } = await listInboxRows(ctx.db, unread, { limit: maxShown, offset: 0 });
  return {
    unread: found,
    newest: rows.map(({ id, name, subject, created_at }) => ({ id, name, subject, createdAt: created_at })),
  };
}

/** The filters of the inbox from the query of an address; unknown values are ignored. */
export type MessageQuery = {
  folder: string;
  kind: string;
  status: string;
  owner: string;
  /** `yes`: only unread ones. */
  unread: string;
  search: string;
};

export function filterOf(query: MessageQuery): MessageFilter {
  return {
    isSpam: query.folder === 'spam',
    kind: isKind(query.kind) ? query.kind : null,
    status: isStatus(query.status) ? query.status : null,
    owner: isOwner(query.owner) ? query.owner : null,
    unreadOnly: query.unread === 'yes',
    search: withoutControls(query.search).trim().slice(0, 200),
  };
}
