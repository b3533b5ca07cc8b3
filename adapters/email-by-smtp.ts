import type { Transporter } from 'nodemailer';

import { atMostEvery } from '#domain/core/at-most-every.ts';
import { withBrand, type EmailBrand } from '#domain/email/compose-email.ts';
import { MailServerUnavailable, type Mailer } from '#domain/email/mailer.ts';
import { errorCode } from '#domain/core/errors.ts';

/**
 * Milliseconds. Some servers delay their greeting and their answer to an email from unknown clients, and a client that
 * gives up too early after the email sends it twice.
 */
export const smtpTimeouts = { untilGreeting: 60_000, ofSilence: 120_000 };

/** The library is loaded for the first email: a process that only enqueues them never sends one. */
export async function openTransport(url: string, timeouts: typeof smtpTimeouts, pool: PoolOptions = {}) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    ...pool,
    connectionTimeout: timeouts.untilGreeting,
    greetingTimeout: timeouts.untilGreeting,
    socketTimeout: timeouts.ofSilence,
  });
}

type PoolOptions = { pool?: true; maxConnections?: number; idleTimeout?: number };

/** The library's codes for the connection, its encryption and the sign-in: they concern every email. */
const unavailableCodes = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS', 'EPROTOCOL', 'EAUTH'];

export type Sender = EmailBrand & { address: string };

/** Emails by SMTP. `url` may carry the mail server's options, as in `smtps://user:password@host?pool=true`. */
export function createSmtpMailer(options: {
  url: string;
  /** Asked for each email. */
  from: () => Sender;
  /** Milliseconds; for tests. */
  timeouts?: typeof smtpTimeouts;
}): Mailer {
  const timeouts = options.timeouts ?? smtpTimeouts;
  let opened: Transporter | undefined;
  const open = atMostEvery(Infinity, async () => (opened = await openTransport(options.url, timeouts)));
  return {
    isSetUp: true,
    async send({ to, subject, text, html, replyTo, id, headers, returnPath }, signal) {
      const transport = await open();
      const { address, ...brand } = options.from();
      const sending = transport.sendMail({
        from: { name: brand.name, address },
        // As an object the address cannot be parsed as a list.
        to: { name: '', address: to },
        ...(returnPath === undefined
          ? {}
          : { envelope: { from: returnPath, to: [{ name: '', address: to }] } }),
        ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
        ...(id === undefined ? {} : { messageId: `<${id}@${address.split('@').pop()}>` }),
        ...withBrand({ subject, text, html }, brand),
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
        ...(signal === undefined ? {} : { signal }),
      });
      await sending.catch((error: unknown) => {
        throw error instanceof Error && unavailableCodes.includes(errorCode(error))
          ? new MailServerUnavailable(error.message, { cause: error })
          : error;
      });
    },
    close: () => opened?.close(),
  };
}

/** Connects, encrypts and signs in as for an email, and sends none. @throws with the reason. */
export async function checkSmtp(url: string, withinMilliseconds: number): Promise<void> {
  const timeouts = { untilGreeting: withinMilliseconds, ofSilence: withinMilliseconds };
  const transport = await openTransport(url, timeouts);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
