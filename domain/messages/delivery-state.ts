import type { LastDelivery } from '#db/queries/inbox.ts';
import type { MessageRow } from '#db/tables.ts';
import { failureWords } from '#domain/fields/failure-words.ts';

export type DeliveryState = {
  kind: 'delivered' | 'waiting' | 'given-up' | 'kept';
  /** Text for the screen, with the reason. */
  words: string;
  /** The answer of the mail server, as it is. */
  details?: string;
};

/**
 * The state of a message's delivery to the firm.
 * @param last the newest entry of the outbox; all null where there was none.
 */
export function deliveryState(
  last: LastDelivery & Pick<MessageRow, 'spam_reason'>,
  deliversMessages: boolean,
): DeliveryState {
  if (last.sent_at) return { kind: 'delivered', words: 'Delivered' };
  if (last.given_up_at) return withReason('given-up', 'Given up', last.last_error);
  if (last.tries === 0) return { kind: 'waiting', words: 'Waiting' };
  if (last.tries !== null) {
    // A try clears the reason of the one before.
    if (last.last_error === null) return { kind: 'waiting', words: 'On its way' };
    const tries = last.tries === 1 ? 'once' : `${last.tries} times`;
    return withReason('waiting', `Waiting, tried ${tries}`, last.last_error);
  }
  if (last.spam_reason !== null) return { kind: 'kept', words: 'Not delivered: it looks like spam' };
  return {
    kind: 'kept',
    words: deliversMessages
      ? 'Not emailed: email was not set up when it arrived'
      : 'Not emailed: email is not set up',
  };
}

function withReason(kind: DeliveryState['kind'], words: string, reason: string | null): DeliveryState {
  return reason === null
    ? { kind, words }
    : { kind, words: `${words}: ${failureWords(reason, mailServer)}`, details: reason };
}

const mailServer = 'The mail server';
