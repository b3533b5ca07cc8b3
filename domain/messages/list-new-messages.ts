import { countUnreadMessages, listInboxRows } from '#db/queries/inbox.ts';
import type { MessageRow } from '#db/queries/messages.ts';
import { requireActor } from '#domain/auth/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { can } from '#domain/permissions.ts';
import { filterOf } from './message-query.ts';

const most = 5;

export type NewMessages = {
  unread: number;
  newest: (Pick<MessageRow, 'id' | 'name' | 'subject'> & { createdAt: Date })[];
};

/** How many messages nobody has read; 0 for those who may not read them. */
export async function countNewMessages(ctx: DomainContext): Promise<number> {
  return can(requireActor(ctx), 'manage-inbox') ? countUnreadMessages(ctx.db) : 0;
}

/** The newest messages that nobody has read, for the dashboard; none for those who may not read them. */
export async function listNewMessages(ctx: DomainContext): Promise<NewMessages> {
  if (!can(requireActor(ctx), 'manage-inbox')) return { unread: 0, newest: [] };
  const anything = { kind: '', status: '', owner: '', source: '', campaign: '', post: '', search: '' };
  const filter = filterOf({ folder: '', unread: 'yes', ...anything });
  const { rows, found } = await listInboxRows(ctx.db, filter, { limit: most, offset: 0 });
  return {
    unread: found,
    newest: rows.map(({ id, name, subject, created_at }) => ({ id, name, subject, createdAt: created_at })),
  };
}
