import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';

import { afterAll, beforeAll } from 'vitest';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

export type ReceivedMail = { from: string; to: string[]; source: string; isEncrypted: boolean };

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** The errors of a mail server, and when: `end` is after it has the whole mail, and has kept it. */
export type MailServerFailure = {
  at: 'greeting' | 'recipient' | 'data' | 'end';
  /** A number is an SMTP code; `milliseconds` is all right in the end. */
  is: number | 'drops' | 'says nothing' | { milliseconds: number };
};

/**
 * A real mail server on this machine that keeps what it is given.
 * @param options.failure asked at every step of every connection, with the recipient where one is named
 * @param options.startTls offers encryption, with a self-signed certificate
 * @param options.port to listen on; any free one without it
 */
export async function startMailServer(
  options: { failure?: (to?: string) => MailServerFailure | null; startTls?: boolean; port?: number } = {},
) {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const taken = new Set<ReceivedMail>();
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.startTls === true ? [] : ['STARTTLS'],
    closeTimeout: 500,
    onConnect: (session, done) => failAt('greeting', session, done),
    onRcptTo: ({ address }, session, done) => failAt('recipient', session, done, address),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        if (chunks.length === 0 && options.failure?.()?.at === 'data') failAt('data', session, () => {});
        chunks.push(chunk);
      });
      stream.on('end', () => {
        if (options.failure?.()?.at === 'data') return;
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString('utf8'),
          isEncrypted: session.secure,
        });
        for (const wake of waiting) wake();
        failAt('end', session, done);
      });
    },
  });
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('error', () => {});

  function failAt(
    at: MailServerFailure['at'],
    session: SMTPServerSession,
    done: (error?: Error) => void,
    to?: string,
  ): void {
    const failure = options.failure?.(to);
    if (failure?.at !== at) return done();
    if (typeof failure.is === 'number') {
      return done(Object.assign(new Error('The server refuses it'), { responseCode: failure.is }));
    }
    if (failure.is === 'drops') {
      for (const socket of sockets) if (socket.remotePort === session.remotePort) socket.destroy();
    }
    if (typeof failure.is === 'object') setTimeout(done, failure.is.milliseconds);
  }

  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;

  const url = `smtp://127.0.0.1:${port}`;
  return {
    url,
    /** Settings of a product that sends by it. */
    settings: { EMAIL_TRANSPORT: 'smtp', SMTP_URL: url, CONTACT_EMAIL: 'site@firm.test' },
    received,
    /** Resolves with the next mail to this address, with these words in it, that no earlier call returned. */
    async next(to: string, words = ''): Promise<ReceivedMail> {
      for (;;) {
        const mail = received.find(
          (one) => one.to.includes(to) && unwrapped(one.source).includes(words) && !taken.has(one),
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
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** A mail server for all tests of a file or of a `describe`: what this returns is filled in before the first one. */
export function useMailServer(options: Parameters<typeof startMailServer>[0] = {}): MailServer {
  // Nothing reads it before the hook.
  const server = {} as MailServer;
  beforeAll(async () => void Object.assign(server, await startMailServer(options)));
  afterAll(() => server.stop?.());
  return server;
}

/** How often each message arrived, by its Message-ID. */
export function copiesIn({ received }: MailServer): number[] {
  const ids = received.map(({ source }) => /^Message-ID: (\S+)/m.exec(source)?.[1]);
  return [...Map.groupBy(ids, (id) => id).values()].map(({ length }) => length);
}

/** The first address of our own in a mail, as its reader would follow it. */
export function linkIn(mail: ReceivedMail): string {
  const found = /https?:\/\/\S+\?token=[\w-]+/.exec(unfolded(mail))?.[0];
  if (found === undefined) throw new Error(`There is no link in:\n${mail.source}`);
  return found;
}

/** A mail with its lines as they were written, before they were made short enough to travel (RFC 2045, 6.7). */
export function unfolded(mail: ReceivedMail): string {
  return mail.source
    .split(/(?=\r\n--)/)
    .map((part) => (/^content-transfer-encoding: quoted-printable/im.test(part) ? plain(part) : part))
    .join('');
}

function plain(part: string): string {
  return part
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** The source without the soft line breaks of quoted-printable (RFC 2045, 6.7), which may stand within words. */
function unwrapped(source: string): string {
  return source.replaceAll(/=\r?\n/g, '');
}
