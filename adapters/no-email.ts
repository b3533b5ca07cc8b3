import type { Mailer } from '#domain/email/mailer.ts';

/** No way out for emails: whoever needs a link gets it by hand. */
export const noEmail: Mailer = {
  isSetUp: false,
  send: () => Promise.reject(new Error('No email leaves: EMAIL_TRANSPORT is none.')),
  close: () => {},
};
