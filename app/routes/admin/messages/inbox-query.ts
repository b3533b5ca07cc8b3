import type { MessageQuery } from '#domain/messages/list-messages.ts';

export const filterNames = ['kind', 'status', 'owner', 'unread', 'from', 'since', 'until'] as const;

/** The query in the address of the inbox. */
export function inboxQuery(params: URLSearchParams): MessageQuery {
  const names = ['folder', ...filterNames];
  return {
    ...Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])),
    search: params.get('q') ?? '',
  };
}
