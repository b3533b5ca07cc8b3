import type { MessageRow } from '#db/queries/messages.ts';

/**
 * How messages of visitors reach the firm. Implemented by `adapters/delivery-by-email.ts` and
 * `adapters/delivery-by-service.ts`; with neither, they are kept in the inbox only.
 */
export type Delivery = {
  /**
   * @param id the same for every try, so that a receiver can tell a repetition.
   * @param signal gives the try up; the message may have left all the same.
   * @throws with a reason for people when it was not taken over; MailServerUnavailable when there was nobody to ask.
   */
  deliver(message: MessageRow, id: string, signal: AbortSignal): Promise<void>;
};
