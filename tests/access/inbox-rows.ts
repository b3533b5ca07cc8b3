import { randomUUID } from 'node:crypto';

import { permissions } from '#domain/permissions.ts';
import { act, inboxReaders, noOne, owners, read, type Fields, type Row } from './row.ts';

/** Messages and subscribers are for admins and super admins. */
export const inboxRows: readonly Row[] = [
  read('admin/messages/list.tsx', '/admin/messages', inboxReaders),
  read('admin/messages/export.ts', '/admin/messages/export', inboxReaders, { writesDown: ['activity'] }),
  read('admin/messages/message.tsx', '/admin/messages/{}', inboxReaders, { at: (world) => world.message() }),
  care('mark a message as read', 'read'),
  care('mark a message as unread', 'unread', { at: (world) => world.message({ read: true }) }),
  care('take on a message', 'change', { send: () => ({ status: 'answered', owner: '' }) }),
  care('say that a message was answered', 'answered'),
  care('write a note', 'note', { send: () => ({ note: 'A note.' }) }),
  care('file a message as spam', 'spam'),
  care('take a message out of spam', 'not-spam', { at: (world) => world.message({ spam: true }) }),
  care('delete a message', 'delete'),
  act('erase a person', 'admin/messages/list.tsx', '/admin/messages', inboxReaders, {
    intent: 'erase',
    send: async (world): Promise<Fields> => {
      await world.message();
      return { email: 'visitor@firm.test' };
    },
  }),
  read('admin/messages/delivery.tsx', '/admin/messages/delivery', inboxReaders),
  read('admin/subscribers/list.tsx', '/admin/subscribers', inboxReaders),
  act('import subscribers', 'admin/subscribers/list.tsx', '/admin/subscribers', inboxReaders, {
    intent: 'import',
    send: () => ({ file: `${randomUUID()}@firm.test` }),
  }),
  act('allow a stopped subscriber', 'admin/subscribers/list.tsx', '/admin/subscribers', noOne, {
    intent: 'allow',
    send: () => ({ id: randomUUID() }),
    tellsEditors: permissions['manage-inbox'].denial,
  }),
  read('admin/subscribers/sent.tsx', '/admin/newsletter/sent', inboxReaders),
  read('admin/subscribers/newsletter-setup.tsx', '/admin/newsletter', inboxReaders),
  act(
    'allow sending before the set-up is proven',
    'admin/subscribers/newsletter-setup.tsx',
    '/admin/newsletter',
    owners,
    {
      intent: 'accept',
      send: () => ({}),
    },
  ),
  read('admin/subscribers/export.ts', '/admin/subscribers/export', inboxReaders, {
    writesDown: ['activity'],
  }),

  // What sends email, where none is set up: admins are told so, editors that it is not theirs to do.
  {
    ...care('send a message again', 'send-again'),
    may: noOne,
    tellsEditors: permissions['manage-inbox'].denial,
  },
  act('send a test message', 'admin/messages/delivery.tsx', '/admin/messages/delivery', noOne, {
    tellsEditors: permissions['manage-inbox'].denial,
  }),
  act('ask subscribers to confirm', 'admin/subscribers/list.tsx', '/admin/subscribers', noOne, {
    intent: 'ask',
    tellsEditors: permissions['manage-inbox'].denial,
  }),
];

function care(what: string, intent: string, more: Partial<Row> = {}): Row {
  return act(what, 'admin/messages/message.tsx', '/admin/messages/{}', inboxReaders, {
    at: (world) => world.message(),
    intent,
    ...more,
  });
}
