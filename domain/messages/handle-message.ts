import { z } from 'zod';

import {
  deleteMessageRow,
  insertNote,
  listOwnerRows,
  lockMessage,
  updateMessage,
} from '#db/queries/inbox.ts';
import type { MessageRow } from '#db/tables.ts';
import { insertJob } from '#db/queries/jobs.ts';
import { hasDelivery, retryMessageNow, withdrawMessage } from '#db/queries/outbox.ts';
import { recordActivity, type Activity } from '#domain/activity/record-activity.ts';
import type { Core, Actor, InTransaction, MessageDelivery } from '#domain/core/context.ts';
import { inTransaction, requirePermission } from '#domain/core/context.ts';
import { invalid, notFound } from '#domain/core/errors.ts';
import { isId, parseInput, requiredText } from '#domain/fields/fields.ts';
import { isKeyOf } from '#domain/core/is-key-of.ts';
import { learn, learnSpam } from './learn-spam.ts';
import { announceMessage, enqueueMessage } from './store-message.ts';
import { messageLabel, noteLimit, statusNames } from './message-status.ts';

const careInput = z.object({
  status: z.string().refine((text) => isKeyOf(statusNames, text), 'Please choose a status.'),
  owner: z.string().refine((text) => text === '' || isId(text), 'Please choose an owner.'),
});

/** Changes the owner and the status of a message. @throws forbidden, not-found, invalid input. */
export function changeMessage(ctx: Core, id: string, input: unknown): Promise<void> {
  return handle(ctx, id, async ({ db: trx }, message) => {
    const { status, owner } = parseInput(careInput, input);
    const owners = await listOwnerRows(trx);
    const email = (userId: string | null) => owners.find(({ user_id }) => user_id === userId)?.email ?? null;
    const ownerId = owner === '' ? null : owner;
    if (ownerId !== null && ownerId !== message.owner_id && email(ownerId) === null) {
      throw invalid('Please choose an owner.');
    }
    if (status === message.status && ownerId === message.owner_id) return null;
    await updateMessage(trx, id, { status, owner_id: ownerId });
    return {
      action: 'message-changed',
      before: { status: statusNames[message.status], owner: email(message.owner_id) },
      after: { status: statusNames[status], owner: email(ownerId) },
    };
  });
}

const noteInput = requiredText('Note', noteLimit, 'Please enter a note.');

/** Adds a note for other administrators; the sender never sees it. @throws forbidden, not-found, invalid input. */
export function addNote(ctx: Core, id: string, typed: unknown): Promise<void> {
  return handle(ctx, id, async ({ db: trx }, _message, actor) => {
    const note = parseInput(noteInput, typed);
    await insertNote(trx, { message_id: id, author_id: actor.userId, note });
    return null;
  });
}

/** Marks a message as read for all administrators; the first reading counts. @throws forbidden, not-found. */
export function markMessageRead(ctx: Core, id: string, isRead: boolean): Promise<void> {
  return handle(ctx, id, async ({ db: trx }, message) => {
    await updateMessage(trx, id, { read_at: isRead ? (message.read_at ?? ctx.now()) : null });
    return null;
  });
}

/** Moves a message to the spam folder, learns from it, and cancels its delivery. @throws forbidden, not-found. */
export function fileAsSpam(ctx: Core, id: string): Promise<void> {
  return handle(ctx, id, async ({ db: trx }, message) => {
    if (message.spam_reason !== null) return null;
    await updateMessage(trx, id, { spam_reason: 'marked', spam_since: ctx.now() });
    await learnSpam(trx, message);
    await withdrawMessage(trx, id);
    return { action: 'message-filed-as-spam' };
  });
}

/** Moves a message to the inbox, learns from it, and announces it, if it was not announced before. @throws forbidden, not-found. */
export function takeOutOfSpam(ctx: Core & MessageDelivery, id: string): Promise<void> {
  return handle(ctx, id, async (tx, message) => {
    if (message.spam_reason === null) return null;
    await updateMessage(tx.db, id, { spam_reason: null, spam_signs: '', spam_since: null });
    await learn(tx.db, message, 'genuine');
    if (message.spam_reason !== 'marked') await announceMessage(tx, message);
    else await deliverOnce(tx, id);
    return { action: 'message-taken-out-of-spam' };
  });
}

/**
 * Delivers a message again: a waiting entry is tried at once, a delivered or abandoned one gets a new entry.
 * @throws forbidden, not-found, invalid where no email is set up or the message is spam.
 */
export function sendMessageAgain(ctx: Core & MessageDelivery, id: string): Promise<void> {
  return handle(ctx, id, async (tx, message) => {
    if (!ctx.deliversMessages) throw invalid('No email is set up: messages are kept here only.');
    if (message.spam_reason !== null)
      throw invalid('This message is in spam. Choose “Not spam” to have it emailed.');
    if (!(await retryMessageNow(tx.db, id))) await insertJob(tx.db, 'delivery', { messageId: id });
    tx.afterCommit('jobAdded');
    return null;
  });
}

/** Moves a message to the deleted ones, and cancels its delivery. @throws forbidden, not-found. */
export function deleteMessage(ctx: Core, id: string): Promise<void> {
  return handle(ctx, id, async ({ db: trx }) => {
    await updateMessage(trx, id, { deleted_at: ctx.now() });
    await withdrawMessage(trx, id);
    return { action: 'message-deleted' };
  });
}

/**
 * Moves a deleted message back to its folder, where it is kept as long as a new one, with the delivery that was cancelled.
 * @throws forbidden, not-found.
 */
export function restoreMessage(ctx: Core & MessageDelivery, id: string): Promise<void> {
  const work: Work<Core & MessageDelivery> = async (tx, message) => {
    await updateMessage(tx.db, id, { deleted_at: null, restored_at: ctx.now() });
    if (message.spam_reason === null) await deliverOnce(tx, id);
    return { action: 'message-restored' };
  };
  return handle(ctx, id, work, 'deleted');
}

/** Has a message delivered, unless it was or waits for it. */
async function deliverOnce(tx: InTransaction<Core & MessageDelivery>, id: string): Promise<void> {
  if (!(await hasDelivery(tx.db, id))) await enqueueMessage(tx, id);
}

/** Deletes a deleted message with its notes, for good. @throws forbidden, not-found. */
export function deleteMessageForGood(ctx: Core, id: string): Promise<void> {
  const work: Work<Core> = async ({ db: trx }) => {
    await deleteMessageRow(trx, id);
    return { action: 'message-deleted-for-good' };
  };
  return handle(ctx, id, work, 'deleted');
}

/** @returns what the activity log says of it; null: nothing */
type Work<Context extends Core> = (
  tx: InTransaction<Context>,
  message: MessageRow,
  actor: Actor,
) => Promise<Omit<Activity, 'subject'> | null>;

/**
 * Does something with a message, which is locked meanwhile.
 * @param state of the messages with which it can be done
 * @throws forbidden for editors, not-found.
 */
async function handle<Context extends Core>(
  ctx: Context,
  id: string,
  work: Work<Context>,
  state: 'kept' | 'deleted' = 'kept',
): Promise<void> {
  const actor = requirePermission(ctx, 'manage-inbox');
  await inTransaction(ctx, async (tx) => {
    const message = isId(id) ? await lockMessage(tx.db, id) : undefined;
    const isThere = message && (message.deleted_at === null) === (state === 'kept');
    if (!isThere) throw notFound('Message not found.');
    const activity = await work(tx, message, actor);
    const subject = { id, label: messageLabel(message) };
    if (activity) await recordActivity(tx.db, ctx, { ...activity, subject });
  });
}
