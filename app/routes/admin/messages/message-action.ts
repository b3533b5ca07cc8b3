import { redirect } from 'react-router';

import { addNote } from '#domain/messages/add-note.ts';
import { changeMessage } from '#domain/messages/change-message.ts';
import { deleteMessage } from '#domain/messages/delete-message.ts';
import { fileAsSpam } from '#domain/messages/file-as-spam.ts';
import { takeOutOfSpam } from '#domain/messages/take-out-of-spam.ts';
import { markMessageRead } from '#domain/messages/mark-message-read.ts';
import { sendMessageAgain } from '#domain/messages/send-message-again.ts';
import type { DomainContext } from '#domain/context.ts';
import { redirectWithToast } from '../frame/redirect-toasts.ts';

type Fields = Record<string, unknown>;
type Act = (ctx: DomainContext, id: string, fields: Fields) => Promise<string | null>;

/** What can be pressed on a message's screen; each answers with the message of its success. */
const acts: Readonly<Record<string, Act>> = {
  read: (ctx, id) => markMessageRead(ctx, id, true).then(() => null),
  change: (ctx, id, fields) => changeMessage(ctx, id, fields).then(() => 'Message updated successfully.'),
  note: (ctx, id, fields) => addNote(ctx, id, fields['note']).then(() => 'Note added successfully.'),
  'send-again': (ctx, id) => sendMessageAgain(ctx, id).then(() => 'The message is on its way.'),
  spam: (ctx, id) => fileAsSpam(ctx, id).then(() => 'Moved to spam.'),
  'not-spam': (ctx, id) => takeOutOfSpam(ctx, id).then(() => 'Moved to the inbox.'),
  async unread(ctx, id) {
    await markMessageRead(ctx, id, false);
    throw redirect('/admin/messages');
  },
  async delete(ctx, id) {
    await deleteMessage(ctx, id);
    throw redirectWithToast('/admin/messages', { key: 'message-deleted' });
  },
};

/** @returns undefined when there is no such thing to do. */
export function actOf(intent: string): Act | undefined {
  return Object.hasOwn(acts, intent) ? acts[intent] : undefined;
}
