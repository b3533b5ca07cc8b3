import { parseInput } from '#domain/text/fields.ts';
import { contactMessageInput, formSigns } from './message-input.ts';
import { storeMessage, type Sender } from './store-message.ts';

/** Stores a visitor's message and enqueues its delivery. @throws invalid input, too-many. */
export async function sendContactMessage(ctx: Sender, input: unknown): Promise<void> {
  const message = parseInput(contactMessageInput, input);
  await storeMessage(ctx, { kind: 'contact', ...message }, parseInput(formSigns, input));
}
