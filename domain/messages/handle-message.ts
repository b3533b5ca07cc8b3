import { z } from 'zod';

import type { Database } from '#db/client.ts';
import {
  deleteMessageRow,
  insertNote,
  listOwnerRows,
  lockMessage,
  updateMessageCare,
  updateMessageRead,
  updateMessageSpam,
} from '#db/queries/inbox.ts';
import type { MessageRow } from '#db/queries/messages.ts';
import { insertOutboxEntry, isMessageWaiting, retryMessageNow, withdrawMessage } from '#db/queries/outbox.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid, notFound } from '#domain/errors.ts';
import { isId, parseInput, requiredText } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { enqueueMessage } from './store-message.ts';
import { isStatus, messageLabel, noteLimit, statusNames } from './message-status.ts';

const careInput = z.object({
  status: z.string().refine(isStatus, 'Please choose a status.'),
  owner: z.string().refine((text) => text === '' || isId(text), 'Please choose an owner.'),
});

/** Changes the owner and the status of a message. @throws forbidden, not-found, invalid input. */
export async function changeMessage(ctx: DomainContext, id: string, input: unknown): Promise<void> {
  requirePermission(ctx, 'manage-inbox');
  const { status, owner } = parseInput(careInput, input);
  await inTransaction(ctx, async ({ db: trx }) => {
    const message = await lockExisting(trx, id);
    const owners = await listOwnerRows(trx);
    const email = (userId: string | null) => owners.find(({ user_id }) => user_id === userId)?.email ?? null;
    const ownerId = owner === '' ? null : owner;
    if (ownerId !== null && ownerId !== message.owner_id && email(ownerId) === null) {
      throw invalid('Please choose an owner.');
    }
    if (status === message.status && ownerId === message.owner_id) return;
    await updateMessageCare(trx, id, { status, owner_id: ownerId });
    await recordActivity(trx, ctx, {
      action: 'message-changed',
      subject: { id, label: messageLabel(message) },
      before: { status: statusNames[message.status], owner: email(message.owner_id) },
      after: { status: statusNames[status], owner: email(ownerId) },
    });
  });
}

const noteInput = requiredText('Note', noteLimit, 'Please enter a note.');

/** Adds a note for other administrators; the sender never sees it. @throws forbidden, not-found, invalid input. */
export async function addNote(ctx: DomainContext, id: string, typed: unknown): Promise<void> {
  const actor = requirePermission(ctx, 'manage-inbox');
  const note = parseInput(noteInput, typed);
  await inTransaction(ctx, async ({ db: trx }) => {
    await lockExisting(trx, id);
    await insertNote(trx, { message_id: id, author_id: actor.userId, note });
  });
}

/** Marks a message as read for all administrators. @throws forbidden, not-found. */
export async function markMessageRead(ctx: DomainContext, id: string, isRead: boolean): Promise<void> {
  requirePermission(ctx, 'manage-inbox');
  if (!isId(id) || !(await updateMessageRead(ctx.db, id, isRead))) throw notFound('Message not found.');
}

/** Moves a message to the spam folder and cancels its delivery. @throws forbidden, not-found. */
export async function fileAsSpam(ctx: DomainContext, id: string): Promise<void> {
  requirePermission(ctx, 'manage-inbox');
  await inTransaction(ctx, async ({ db: trx }) => {
    const message = await lockExisting(trx, id);
    if (message.spam_reason !== null) return;
    await updateMessageSpam(trx, id, 'marked');
    await withdrawMessage(trx, id);
    await recordActivity(trx, ctx, {
      action: 'message-filed-as-spam',
      subject: { id, label: messageLabel(message) },
    });
  });
}

/** Moves a message to the inbox and enqueues its delivery, once. @throws forbidden, not-found. */
export async function takeOutOfSpam(ctx: DomainContext, id: string): Promise<void> {
  requirePermission(ctx, 'manage-inbox');
  await inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    const message = await lockExisting(trx, id);
    if (message.spam_reason === null) return;
    await updateMessageSpam(trx, id, null);
    await enqueueMessage(tx, id);
    await recordActivity(trx, ctx, {
      action: 'message-taken-out-of-spam',
      subject: { id, label: messageLabel(message) },
    });
  });
}

/**
 * Delivers a message again: a waiting entry is tried at once, a delivered or abandoned one gets a new entry.
 * @throws forbidden, not-found, invalid where no email is set up or the message is spam.
 */
export async function sendMessageAgain(ctx: DomainContext, id: string): Promise<void> {
  requirePermission(ctx, 'manage-inbox');
  if (!ctx.deliversMessages) throw invalid('No email is set up: messages are kept here only.');
  await inTransaction(ctx, async ({ db: trx, afterCommit }) => {
    const message = await lockExisting(trx, id);
    if (message.spam_reason !== null)
      throw invalid('This message is in spam. Choose “Not spam” to have it emailed.');
    if (await isMessageWaiting(trx, id)) await retryMessageNow(trx, id);
    else await insertOutboxEntry(trx, { messageId: id });
    afterCommit('outboxFilled');
  });
}

/** Deletes a message with its notes. @throws forbidden, not-found. */
export async function deleteMessage(ctx: DomainContext, id: string): Promise<void> {
  requirePermission(ctx, 'manage-inbox');
  await inTransaction(ctx, async ({ db: trx }) => {
    const message = await lockExisting(trx, id);
    await deleteMessageRow(trx, id);
    await recordActivity(trx, ctx, {
      action: 'message-deleted',
      subject: { id, label: messageLabel(message) },
    });
  });
}

/** The row, held until the transaction ends. @throws not-found. */
export async function lockExisting(trx: Database, id: string): Promise<MessageRow> {
  const message = isId(id) ? await lockMessage(trx, id) : undefined;
  if (!message) throw notFound('Message not found.');
  return message;
}
