import type { Email } from '#db/queries/outbox.ts';

/** One email to one person, as plain text and as HTML with the same content. */
export type Mail = Email & {
  /** Recipient of a reply, where that is not the site. */
  replyTo?: string;
  /** Becomes the Message-ID: the same for every attempt, so that receivers can detect a repetition. */
  id?: string;
};

/** Sends emails. Implemented in `adapters/email-by-smtp.ts` or nowhere: `noEmail`. */
export type Mailer = {
  /** True if emails can be sent at all. Where not, links are shown to be passed on by hand. */
  isSetUp: boolean;
  /**
   * @param signal aborts the attempt; the email may have been sent all the same.
   * @throws when the mail server did not accept the email; MailServerUnavailable when it accepts none at all.
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
  close(): void;
};

/** The mail server takes no email at all now: until that changes, every other email would fail too. */
export class MailServerUnavailable extends Error {
  override readonly name = 'MailServerUnavailable';
}

/** Sends no email: links are passed on by hand. */
export const noEmail: Mailer = {
  isSetUp: false,
  send: () => Promise.reject(new Error('No email is set up.')),
  close: () => {},
};

/**
 * Why an email was not accepted, for administrators. The answer of the server is the error's `cause`, as a string: it may
 * quote the email, so the log holds the message alone.
 */
export function deliveryFailureMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return typeof error.cause === 'string' ? `${error.message}: ${error.cause}` : error.message;
}
