import type { Database } from '#db/client.ts';
import { lockMessage } from '#db/queries/inbox.ts';
import type { MessageRow } from '#db/queries/messages.ts';
import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/text/fields.ts';

/** The row, held until the transaction ends. @throws not-found. */
export async function lockExisting(trx: Database, id: string): Promise<MessageRow> {
  const message = isId(id) ? await lockMessage(trx, id) : undefined;
  if (!message) throw notFound('Message not found.');
  return message;
}
