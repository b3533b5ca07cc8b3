/** One email to one person, in both shapes: readers of plain text miss nothing. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Whom an answer goes to, where that is not the site. */
  replyTo?: string;
  /** Becomes the Message-ID: the same for every try, so that receivers can tell a repetition. */
  id?: string;
  /** Further headers, written by us alone. */
  headers?: Record<string, string>;
};

/** The way out for emails. Implemented in `adapters/email-by-smtp.ts` and `adapters/no-email.ts`. */
export type Mailer = {
  /** Whether emails can reach people at all. Where they cannot, links are shown to be passed on by hand. */
  isSetUp: boolean;
  /**
   * @param signal gives the try up; the email may have left all the same.
   * @throws when the email was not taken over by the next server; MailServerUnavailable when there is none that would take any.
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
  close(): void;
};

/** The mail server takes no email at all now: until that changes, every other email would fail too. */
export class MailServerUnavailable extends Error {
  override readonly name = 'MailServerUnavailable';
}
