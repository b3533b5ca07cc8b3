import type { Mailer } from '#domain/email/mailer.ts';

/** Sends no email: links are passed on by hand. */
export const noEmail: Mailer = {
  isSetUp: false,
  send: () => Promise.reject(new Error('No email leaves: EMAIL_TRANSPORT is none.')),
  close: () => {},
};
