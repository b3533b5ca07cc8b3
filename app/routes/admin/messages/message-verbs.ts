import { redirect, href } from 'react-router';

import { addNote } from '#domain/messages/add-note.ts';
import { changeMessage } from '#domain/messages/change-message.ts';
import { deleteMessage } from '#domain/messages/delete-message.ts';
import { fileAsSpam } from '#domain/messages/file-as-spam.ts';
import { markMessageRead } from '#domain/messages/mark-message-read.ts';
import { sendMessageAgain } from '#domain/messages/send-message-again.ts';
import { takeOutOfSpam } from '#domain/messages/take-out-of-spam.ts';
import type { FormVerb } from '../actions/form-action.ts';
import { redirectWithToast } from '../frame/redirect-toasts.ts';
import type { messageFailures } from './message-failures.ts';

type Params = { id: string };

/** What can be done on the screen of a message. */
export const messageVerbs: Record<keyof typeof messageFailures, FormVerb<Params>> = {
  read: { run: (ctx, _, { params }) => markMessageRead(ctx, params.id, true), done: null },
  change: {
    run: (ctx, fields, { params }) => changeMessage(ctx, params.id, fields),
    done: 'Message updated successfully.',
  },
  note: {
    run: (ctx, { note }, { params }) => addNote(ctx, params.id, note),
    done: 'Note added successfully.',
  },
  'send-again': {
    run: (ctx, _, { params }) => sendMessageAgain(ctx, params.id),
    done: 'The message will be sent in a moment.',
  },
  spam: { run: (ctx, _, { params }) => fileAsSpam(ctx, params.id), done: 'Moved to spam.' },
  'not-spam': { run: (ctx, _, { params }) => takeOutOfSpam(ctx, params.id), done: 'Moved to the inbox.' },
  async unread(ctx, _, { params }) {
    await markMessageRead(ctx, params.id, false);
    throw redirect(href('/admin/messages'));
  },
  async delete(ctx, _, { params }) {
    await deleteMessage(ctx, params.id);
    throw redirectWithToast(href('/admin/messages'), { key: 'message-deleted' });
  },
};
