import type { MessageRow } from '#db/tables.ts';

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
  /** The origin of the visit. */
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

export type DeliveryCheck = { emailCheck: EmailCheck };

/** Checks of the delivery of messages. Built by the server from the settings. */
export type EmailCheck = {
  transport: 'none' | 'smtp' | 'emailjs';
  /** Where messages go, and what emails come from. */
  recipient: string | null;
  /** Sends one message to the recipient, now. @throws with the reason when it was not accepted. */
  sendTest: (signal: AbortSignal) => Promise<void>;
};

export const noEmailCheck: EmailCheck = {
  transport: 'none',
  recipient: null,
  sendTest: async () => {
    throw new Error('No email is set up.');
  },
};
