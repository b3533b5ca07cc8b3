import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { SMTPServer } from 'smtp-server';

export type ReceivedMail = { from: string; to: string[]; source: string };

export type MailServer = {
  /** For SMTP_URL. */
  url: string;
  received: ReceivedMail[];
  /** Resolves with the next mail to this address, with these words in it, that nobody has taken yet. */
  next: (to: string, words?: string) => Promise<ReceivedMail>;
  stop: () => Promise<void>;
};

/** A real mail server on this machine that keeps what it is given. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const taken = new Set<ReceivedMail>();
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString('utf8'),
        });
        for (const wake of waiting) wake();
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    async next(to, words = '') {
      for (;;) {
        const mail = received.find(
          (one) => one.to.includes(to) && one.source.includes(words) && !taken.has(one),
        );
        if (mail) {
          taken.add(mail);
          return mail;
        }
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
        });
      }
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The first address of our own in a mail, as its reader would follow it. */
export function linkIn(mail: ReceivedMail): string {
  const found = /https?:\/\/\S+\?token=[\w-]+/.exec(unfolded(mail))?.[0];
  if (found === undefined) throw new Error(`There is no link in:\n${mail.source}`);
  return found;
}

/** A mail with its lines as they were written, before they were made short enough to travel. */
export function unfolded(mail: ReceivedMail): string {
  return mail.source.replaceAll('=\r\n', '').replaceAll('=3D', '=');
}
