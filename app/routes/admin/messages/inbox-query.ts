import type { MessageQuery } from '#domain/messages/list-messages.ts';

/** What the address of the inbox asks for. */
export function inboxQuery(params: URLSearchParams): MessageQuery {
  const word = (name: string) => params.get(name) ?? '';
  return {
    folder: word('folder'),
    kind: word('kind'),
    status: word('status'),
    owner: word('owner'),
    unread: word('unread'),
    search: word('q'),
  };
}
