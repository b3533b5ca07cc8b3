import { isHardBounce } from '#domain/newsletter/hard-bounce.ts';

/** The email of a sending, the same for all recipients but for the placeholders in it. */
export type PostMail = { subject: string; html: string; text: string };

type Recipient = {
  /** The Message-ID of the recipient's row, the same at every try. */
  id: string;
  to: string;
  /** In the links that end or change the subscription. */
  token: string;
};

/** Sends the emails of a sending. Implemented in `adapters/bulk-email-by-smtp.ts`. */
export type BulkMailer = {
  /**
   * Hands one email to the mail server.
   * @param options.returnPath takes the bounces; null: the sender's own address
   * @throws SendFailure, RangeError for an address that cannot be written into a message
   */
  send: (
    mail: PostMail,
    recipient: Recipient,
    options: { returnPath: string | null; signal: AbortSignal },
  ) => Promise<void>;
  close: () => void;
};

/** An id of characters that need no quotes in a header (RFC 5322, 3.2.3), and short enough for a line. */
export function isPlainAddress(address: string): boolean {
  return address.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(address);
}

/**
 * The meaning of a failed attempt:
 * - `no-mailbox`: there is no such address, or it takes no email any more
 * - `refused`: not this email, or none of ours; trying again is useless
 * - `later`: not this one now
 * - `slower`: too many at once
 * - `unavailable`: the server takes nothing at all now, and has not got this email
 * - `unclear`: the connection broke after the whole email was on its way: it may have been taken
 */
export type FailureKind = 'no-mailbox' | 'refused' | 'later' | 'slower' | 'unavailable' | 'unclear';

export class SendFailure extends Error {
  override readonly name = 'SendFailure';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/**
 * The meaning of a mail server's answer (RFC 5321, 4.2; enhanced codes of RFC 3463).
 * @param answer its first line, with the code
 */
export function kindOfAnswer(code: number, answer: string): FailureKind {
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})/.exec(answer)?.[1];
  if (code === 421 || code === 450 || code === 454 || enhanced?.startsWith('4.7.')) return 'slower';
  if (code < 500) return 'later';
  // Some servers say only that.
  if (enhanced === undefined) return [550, 551, 553].includes(code) ? 'no-mailbox' : 'refused';
  return isHardBounce(enhanced) ? 'no-mailbox' : 'refused';
}
