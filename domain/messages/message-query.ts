import type { MessageFilter } from '#db/queries/inbox.ts';
import { withoutControls } from '#domain/text/fields.ts';
import { isKind, isOwner, isStatus } from './message-status.ts';

/** The filters of the inbox from the query of an address; unknown values are ignored. */
export type MessageQuery = {
  folder: string;
  kind: string;
  status: string;
  owner: string;
  search: string;
};

export function filterOf(query: MessageQuery): MessageFilter {
  return {
    isSpam: query.folder === 'spam',
    kind: isKind(query.kind) ? query.kind : null,
    status: isStatus(query.status) ? query.status : null,
    owner: isOwner(query.owner) ? query.owner : null,
    unreadOnly: false,
    search: withoutControls(query.search).trim().slice(0, 200),
  };
}
