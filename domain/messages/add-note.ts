import { insertNote } from '#db/queries/inbox.ts';
import type { DomainContext } from '#domain/context.ts';
import { parseInput, requiredText } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { requirePermission } from '#domain/actor.ts';
import { lockExisting } from './lock-existing.ts';
import { noteLimit } from './message-status.ts';

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
