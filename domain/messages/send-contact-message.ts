import type { DomainContext } from '#domain/context.ts';
import { insertContactMessage } from '#db/queries/messages.ts';
import { parseInput } from '#domain/text/fields.ts';
import { contactMessageInput } from './message-input.ts';

/** Keeps a visitor's message. When it returns, the message is stored. @throws invalid input. */
export async function sendContactMessage(ctx: Pick<DomainContext, 'db'>, input: unknown): Promise<void> {
  await insertContactMessage(ctx.db, parseInput(contactMessageInput, input));
}
