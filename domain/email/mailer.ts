/** One e-mail to one person, in both shapes: readers of plain text miss nothing. */
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

/** The way out for e-mails. Implemented in `adapters/email-by-smtp.ts` and `adapters/no-email.ts`. */
export type Mailer = {
  /** Whether e-mails can reach people at all. Where they cannot, links are shown to be passed on by hand. */
  isSetUp: boolean;
  /**
   * @param signal gives the try up; the e-mail may have left all the same.
   * @throws when the e-mail was not taken over by the next server; ServerAway when there is none that would take any.
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
  close(): void;
};
