import { randomUUID } from 'node:crypto';

import { permissions } from '#domain/core/permissions.ts';
import { inboxReaders, noOne, owners, read, screen, type Row } from './row.ts';

const tellsEditors = permissions['manage-inbox'].denial;
const messages = screen('admin/messages/list.tsx', '/admin/messages');
const message = screen('admin/messages/message.tsx', '/admin/messages/{}', {
  at: (world) => world.message(),
});
const delivery = screen('admin/messages/delivery.tsx', '/admin/messages/delivery');
const subscribers = screen('admin/subscribers/list.tsx', '/admin/subscribers');
const setup = screen('admin/subscribers/newsletter-setup.tsx', '/admin/newsletter');

/** Messages and subscribers are for admins and super admins. */
export const inboxRows: readonly Row[] = [
  messages.read(inboxReaders),
  read('admin/messages/export.ts', '/admin/messages/export', inboxReaders, { writesDown: ['activity'] }),
  message.read(inboxReaders),
  care('mark a message as read', 'read'),
  care('mark a message as unread', 'unread', { at: (world) => world.message({ read: true }) }),
  care('take on a message', 'change', { send: () => ({ status: 'answered', owner: '' }) }),
  care('say that a message was answered', 'answered'),
  care('write a note', 'note', { send: () => ({ note: 'A note.' }) }),
  care('file a message as spam', 'spam'),
  care('take a message out of spam', 'not-spam', { at: (world) => world.message({ spam: true }) }),
  care('delete a message', 'delete'),
  care('restore a message', 'restore', { at: (world) => world.message({ deleted: true }) }),
  care('delete a message for good', 'delete-for-good', { at: (world) => world.message({ deleted: true }) }),
  messages.act('erase a person', inboxReaders, {
    intent: 'erase',
    at: (world) => world.message(),
    send: () => ({ email: 'visitor@firm.test' }),
  }),
  delivery.read(inboxReaders),
  subscribers.read(inboxReaders),
  subscribers.act('import subscribers', inboxReaders, {
    intent: 'import',
    send: () => ({ file: `${randomUUID()}@firm.test` }),
  }),
  subscribers.act('allow a stopped subscriber', noOne, {
    intent: 'allow',
    send: () => ({ id: randomUUID() }),
    tellsEditors,
  }),
  read('admin/subscribers/sent.tsx', '/admin/newsletter/sent', inboxReaders),
  setup.read(inboxReaders),
  setup.act('allow sending before the set-up is proven', owners, { intent: 'accept' }),
  read('admin/subscribers/export.ts', '/admin/subscribers/export', inboxReaders, {
    writesDown: ['activity'],
  }),

  // Actions that send email, where none is set up: admins are told so, editors that it is not theirs to do.
  care('send a message again', 'send-again', { may: noOne, tellsEditors }),
  delivery.act('send a test message', noOne, { tellsEditors }),
  subscribers.act('ask subscribers to confirm', noOne, { intent: 'ask', tellsEditors }),
];

function care(what: string, intent: string, more: Partial<Row> = {}): Row {
  return message.act(what, inboxReaders, { intent, ...more });
}
