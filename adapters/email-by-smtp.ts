import { createTransport } from 'nodemailer';

import { MailServerUnavailable, type Mailer } from '#domain/email/mailer.ts';

/**
 * Milliseconds. Servers that make strangers wait do so before their greeting and after the email, and whoever leaves
 * too early after the email sends it twice.
 */
const strangersWait = { untilGreeting: 60_000, ofSilence: 120_000 };

/** The library's codes of what is about the connection, its encryption and who we are: about no email in particular. */
const away = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS', 'EPROTOCOL', 'EAUTH'];

/** Emails by SMTP. `url` may carry the mail server's options, as in `smtps://user:password@host?pool=true`. */
export function createSmtpMailer(options: {
  url: string;
  /** What the emails come from. */
  from: { name: string; address: string };
  /** Milliseconds; as long as servers make strangers wait, unless a test says otherwise. */
  timeouts?: { untilGreeting: number; ofSilence: number };
}): Mailer {
  const timeouts = options.timeouts ?? strangersWait;
  const transport = createTransport({
    url: options.url,
    connectionTimeout: timeouts.untilGreeting,
    greetingTimeout: timeouts.untilGreeting,
    socketTimeout: timeouts.ofSilence,
  });
  return {
    isSetUp: true,
    async send({ to, subject, text, html, replyTo, id, headers }, signal) {
      const sending = transport.sendMail({
        from: options.from,
        // As an object the address is taken whole: it cannot become a list.
        to: { name: '', address: to },
        ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
        ...(id === undefined ? {} : { messageId: `<${id}@${options.from.address.split('@').pop()}>` }),
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
        ...(signal === undefined ? {} : { signal }),
      });
      await sending.catch((error: unknown) => {
        throw error instanceof Error && 'code' in error && away.includes(String(error.code))
          ? new MailServerUnavailable(error.message, { cause: error })
          : error;
      });
    },
    close: () => transport.close(),
  };
}
