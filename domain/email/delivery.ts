import type { MessageRow } from '#db/queries/messages.ts';

/**
 * How messages of visitors reach the firm. Implemented by `adapters/delivery-by-email.ts` and
 * `adapters/delivery-by-service.ts`; with neither, they are kept in the inbox only.
 */
export type Delivery = {
  /**
   * @param id the same for every attempt, so that a receiver can detect a repetition.
   * @param signal aborts the attempt; the message may have been sent all the same.
   * @throws with a readable reason when it was not accepted; MailServerUnavailable when no server could be reached.
   */
  deliver(message: MessageRow, id: string, signal: AbortSignal): Promise<void>;
};
