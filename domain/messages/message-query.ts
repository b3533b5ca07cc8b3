import type { MessageFilter } from '#db/queries/inbox.ts';
import { isId, withoutControls } from '#domain/text/fields.ts';
import { isKind, isOwner, isStatus } from './message-status.ts';

/** The filters of the inbox from the query of an address; unknown values are ignored. */
export type MessageQuery = {
  folder: string;
  kind: string;
  status: string;
  owner: string;
  unread: string;
  /** The host that the visit came from. */
  source: string;
  campaign: string;
  /** Id of the post that was read last. */
  post: string;
  search: string;
};

export function filterOf(query: MessageQuery): MessageFilter {
  return {
    isSpam: query.folder === 'spam',
    kind: isKind(query.kind) ? query.kind : null,
    status: isStatus(query.status) ? query.status : null,
    owner: isOwner(query.owner) ? query.owner : null,
    unreadOnly: query.unread === 'yes',
    referrerHost: query.source === '' ? null : withoutControls(query.source),
    campaign: query.campaign === '' ? null : withoutControls(query.campaign),
    lastPostId: isId(query.post) ? query.post : null,
    search: withoutControls(query.search).trim().slice(0, 200),
  };
}
