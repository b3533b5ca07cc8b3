import { z } from 'zod';

import { listOwnerRows, updateMessageCare } from '#db/queries/inbox.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid } from '#domain/errors.ts';
import { isId, parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { requirePermission } from '#domain/actor.ts';
import { lockExisting } from './lock-existing.ts';
import { isStatus, messageLabel, statusNames } from './message-status.ts';

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
