import type { Mailer } from '#domain/email/mailer.ts';

/** No way out for e-mails: whoever needs a link gets it by hand. */
export const noMail: Mailer = {
  isSetUp: false,
  send: () => Promise.reject(new Error('No e-mail leaves: EMAIL_TRANSPORT is none.')),
  close: () => {},
};
