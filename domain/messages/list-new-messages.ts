import { listInboxRows } from '#db/queries/inbox.ts';
import type { MessageRow } from '#db/queries/messages.ts';
import { requireActor } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { can } from '#domain/permissions.ts';

const maxShown = 5;

export type NewMessages = {
  unread: number;
  newest: (Pick<MessageRow, 'id' | 'name' | 'subject'> & { createdAt: Date })[];
};

/** The newest unread messages, for the dashboard; none for roles that may not read the inbox. */
export async function listNewMessages(ctx: DomainContext): Promise<NewMessages> {
  if (!can(requireActor(ctx), 'manage-inbox')) return { unread: 0, newest: [] };
  const unread = { isSpam: false, kind: null, status: null, owner: null, unreadOnly: true, search: '' };
  const { rows, found } = await listInboxRows(ctx.db, unread, { limit: maxShown, offset: 0 });
  return {
    unread: found,
    newest: rows.map(({ id, name, subject, created_at }) => ({ id, name, subject, createdAt: created_at })),
  };
}
