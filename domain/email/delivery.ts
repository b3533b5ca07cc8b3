import type { MessageRow } from '#db/queries/messages.ts';

/** What of a message leaves the site. */
export type DeliveredMessage = Pick<
  MessageRow,
  | 'id'
  | 'kind'
  | 'name'
  | 'email'
  | 'subject'
  | 'message'
  | 'phone'
  | 'industry'
  | 'business_stage'
  | 'funding_to_date'
  | 'page'
  | 'campaign'
  | 'referrer_host'
> & {
  /** Of the visit. */
  last_post_title: string | null;
};

/**
 * How messages of visitors reach the firm. Implemented in `server/email/delivery.ts` and
 * `adapters/delivery-by-service.ts`; with neither, they are kept in the inbox only.
 */
export type Delivery = {
  /**
   * @param id the same for every attempt, so that a receiver can detect a repetition.
   * @param signal aborts the attempt; the message may have been sent all the same.
   * @throws with a readable reason when it was not accepted; MailServerUnavailable when no server could be reached.
   */
  deliver(message: DeliveredMessage, id: string, signal: AbortSignal): Promise<void>;
};
