import type { LastDelivery } from '#db/queries/inbox.ts';

export type DeliveryState = {
  kind: 'delivered' | 'waiting' | 'given-up' | 'kept';
  /** Text for the screen, with the reason. */
  words: string;
};

/**
 * The state of a message's delivery to the firm.
 * @param last the newest entry of the outbox; all null where there was none.
 */
export function deliveryState(
  last: LastDelivery,
  { isSpam, deliversMessages }: { isSpam: boolean; deliversMessages: boolean },
): DeliveryState {
  if (last.sent_at) return { kind: 'delivered', words: 'Delivered' };
  if (last.given_up_at)
    return { kind: 'given-up', words: `Given up: ${last.last_error ?? 'no reason was given'}` };
  if (last.tries !== null) return { kind: 'waiting', words: waitingWords(last.tries, last.last_error) };
  if (isSpam) return { kind: 'kept', words: 'Not delivered: it looks like spam' };
  return {
    kind: 'kept',
    words: deliversMessages
      ? 'Not emailed: email was not set up when it arrived'
      : 'Not emailed: email is not set up',
  };
}

function waitingWords(tries: number, reason: string | null): string {
  if (tries === 0) return 'Waiting';
  // A try clears the reason of the one before.
  if (reason === null) return 'On its way';
  return `Waiting, tried ${tries === 1 ? 'once' : `${tries} times`}: ${reason}`;
}
