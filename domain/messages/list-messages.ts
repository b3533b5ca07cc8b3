import { findPostTitle } from '#db/queries/chosen-posts.ts';
import { countSpam, listInboxRows, listOwnerRows, type MessageFilter } from '#db/queries/inbox.ts';
import { countUndelivered } from '#db/queries/outbox.ts';
import { requireActor, requirePermission, type Core, type MessageDelivery } from '#domain/core/context.ts';
import { readPage } from '#domain/core/paging.ts';
import { can } from '#domain/core/permissions.ts';
import { isDay, isId, searchedText } from '#domain/fields/fields.ts';
import { isKeyOf } from '#domain/core/is-key-of.ts';
import { deliveryState } from './delivery-state.ts';
import { parseOrigin } from '#domain/analytics/lead-origin.ts';
import { kindNames, statusNames } from './message-status.ts';

const messagesPerPage = 25;

/**
 * A page of a folder of the inbox, newest first. A page past the end is the last one.
 * @throws forbidden for editors.
 */
export async function listMessages(ctx: Core & MessageDelivery, query: MessageQuery & { page: number }) {
  requirePermission(ctx, 'manage-inbox');
  const filter = filterOf(query);
  const { origin } = filter;
  const [{ rows, ...counts }, spam, undelivered, owners, postTitle] = await Promise.all([
    readPage(query.page, messagesPerPage, (window) => listInboxRows(ctx.db, filter, window)),
    countSpam(ctx.db),
    countUndelivered(ctx.db),
    listOwnerRows(ctx.db),
    origin?.by === 'post' && origin.value !== '' ? findPostTitle(ctx.db, origin.value) : undefined,
  ]);
  return {
    items: rows.map((row) => ({
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
      owner: row.owner_name,
      delivery: deliveryState(row, ctx.deliversMessages),
      createdAt: row.created_at,
    })),
    spam,
    /** Messages whose delivery was given up, or has been waiting for more than an hour. */
    undelivered,
    owners: owners.map(({ user_id, name }) => ({ id: user_id, name })),
    postTitle: postTitle ?? null,
    filter: { origin, since: filter.since, until: filter.until },
    ...counts,
  };
}

const maxShown = 5;

/** The newest unread messages, for the dashboard; none for roles that may not read the inbox. */
export async function listNewMessages(ctx: Core) {
  if (!can(requireActor(ctx), 'manage-inbox')) return { unread: 0, newest: [] };
  const unread = filterOf({ unread: 'yes' });
  const { rows, found } = await listInboxRows(ctx.db, unread, { limit: maxShown, offset: 0 });
  return {
    unread: found,
    newest: rows.map(({ id, name, subject, created_at }) => ({ id, name, subject, createdAt: created_at })),
  };
}

/**
 * The filters of the inbox as an address has them: `unread` is `yes` for unread ones, `from` names the origin of leads
 * (`lead-origin.ts`), `since` and `until` are days. Unknown values are ignored.
 */
export type MessageQuery = Partial<
  Record<'folder' | 'kind' | 'status' | 'owner' | 'unread' | 'from' | 'since' | 'until' | 'search', string>
>;

export function filterOf(query: MessageQuery): MessageFilter {
  const { kind = '', status = '', owner = '', from = '' } = query;
  return {
    folder: query.folder === 'spam' || query.folder === 'deleted' ? query.folder : 'inbox',
    kind: isKeyOf(kindNames, kind) ? kind : null,
    status: isKeyOf(statusNames, status) ? status : null,
    owner: owner === 'none' || isId(owner) ? owner : null,
    unreadOnly: query.unread === 'yes',
    origin: parseOrigin(from),
    since: dayOf(query.since),
    until: dayOf(query.until),
    search: searchedText(query.search),
  };
}

function dayOf(text = ''): string | null {
  return isDay(text) ? text : null;
}
