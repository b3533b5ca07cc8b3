import { createTransport } from 'nodemailer';

import type { Mailer } from '#domain/mail/mailer.ts';

/** A mail server that says nothing for so long is not going to. Milliseconds. */
const patience = 15_000;

/** E-mails by SMTP. `url` may carry the mail server's options, as in `smtps://user:password@host?pool=true`. */
export function createSmtpMailer(options: {
  url: string;
  /** What the e-mails come from. */
  from: { name: string; address: string };
}): Mailer {
  const transport = createTransport({
    url: options.url,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    // What the product writes never comes from a file or another site.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    isSetUp: true,
    async send({ to, subject, text, html, replyTo, id, headers }) {
      await transport.sendMail({
        from: options.from,
        // As an object the address is taken whole: it cannot become a list.
        to: { name: '', address: to },
        ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
        ...(id === undefined ? {} : { messageId: `<${id}@${options.from.address.split('@').pop()}>` }),
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      });
    },
    close: () => transport.close(),
  };
}
