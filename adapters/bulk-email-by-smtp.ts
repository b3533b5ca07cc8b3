import { PassThrough } from 'node:stream';

import type { Transporter } from 'nodemailer';

import { errorCode } from '#domain/errors.ts';
import {
  kindOfAnswer,
  SendFailure,
  type BulkMailer,
  type FailureKind,
} from '#domain/post-emails/bulk-mailer.ts';
import { fillMessage, messageHeaders, splitMessage } from '#domain/post-emails/message-template.ts';

/** Milliseconds, as for single emails (`email-by-smtp.ts`). */
const timeouts = { untilGreeting: 60_000, ofSilence: 120_000 };
/** A connection without an email is closed then. Milliseconds. */
const idle = 15_000;

/**
 * Sends the emails of a sending by SMTP, over connections of its own that are used again.
 * @param options.connections how many there may be at once
 */
export function createBulkMailer(options: {
  url: string;
  from: { name: () => Promise<string>; address: string };
  origin: string;
  connections: number;
}): BulkMailer {
  const { url, from, origin, connections } = options;
  /** Whether any of an email was on its way to the server, by the email's id. */
  const begun = new Set<string>();
  let opened: Promise<Transporter> | undefined;

  async function open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      url,
      pool: true,
      maxConnections: connections,
      idleTimeout: idle,
      connectionTimeout: timeouts.untilGreeting,
      greetingTimeout: timeouts.untilGreeting,
      socketTimeout: timeouts.ofSilence,
    });
    // The stream that the connection reads from once the server has said that it takes an email.
    transport.use('stream', (mail, done) => {
      const { messageId } = mail.data;
      mail.message.processFunc((message) => {
        const watched = new WatchedStream(() => {
          if (typeof messageId === 'string') begun.add(messageId);
        });
        message.once('error', (error: Error) => watched.destroy(error));
        return message.pipe(watched);
      });
      done();
    });
    return transport;
  }

  return {
    async prepare(mail) {
      const { createTransport } = await import('nodemailer');
      const encoder = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await encoder.sendMail({
        from: { name: await from.name(), address: from.address },
        to: { name: '', address: messageHeaders.to },
        messageId: messageHeaders.messageId,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        textEncoding: 'quoted-printable',
        headers: messageHeaders.others(origin),
      });
      const template = splitMessage(String(message));
      const host = from.address.split('@').pop() ?? '';
      return { fill: (recipient) => fillMessage(template, recipient, host) };
    },

    async send(mail, recipient, { returnPath, signal }) {
      const transport = await (opened ??= open());
      const { id } = recipient;
      begun.delete(id);
      try {
        await transport.sendMail({
          envelope: { from: returnPath ?? from.address, to: [recipient.to] },
          messageId: id,
          raw: mail.fill(recipient),
          signal,
        });
      } catch (error) {
        throw failureOf(error, begun.has(id), signal);
      } finally {
        begun.delete(id);
      }
    },

    close: () => void opened?.then((transport) => transport.close()),
  };
}

/** Tells when it is read from. */
class WatchedStream extends PassThrough {
  readonly #onRead: () => void;

  constructor(onRead: () => void) {
    super();
    this.#onRead = onRead;
  }

  override pipe<Destination extends NodeJS.WritableStream>(
    destination: Destination,
    options?: { end?: boolean },
  ): Destination {
    this.#onRead();
    return super.pipe(destination, options);
  }
}

function failureOf(error: unknown, hasBegun: boolean, signal: AbortSignal): SendFailure {
  const words = signal.aborted
    ? 'The mail server did not answer in time.'
    : error instanceof Error
      ? error.message
      : String(error);
  return new SendFailure(kindOf(error, hasBegun), words, { cause: error });
}

function kindOf(error: unknown, hasBegun: boolean): FailureKind {
  const code: unknown =
    typeof error === 'object' && error !== null && 'responseCode' in error ? error.responseCode : null;
  const answer: unknown =
    typeof error === 'object' && error !== null && 'response' in error ? error.response : '';
  // What the library says of the connection and the sign-in concerns every email.
  const isOfEmail = ['EENVELOPE', 'EMESSAGE'].includes(errorCode(error));
  if (typeof code === 'number' && (isOfEmail || code === 421 || code === 454)) {
    return kindOfAnswer(code, typeof answer === 'string' ? answer : '');
  }
  if (isOfEmail) return 'refused';
  return hasBegun ? 'unclear' : 'unavailable';
}
