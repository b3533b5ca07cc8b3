import { Readable } from 'node:stream';

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
const defaultTimeouts = { untilGreeting: 60_000, ofSilence: 120_000 };
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
  /** Milliseconds; for tests. */
  timeouts?: { untilGreeting: number; ofSilence: number };
}): BulkMailer {
  const { url, from, origin, connections, timeouts = defaultTimeouts } = options;
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
    // The message is complete. The library would lead it through seven streams, which cost more than the email itself.
    transport.use('stream', (mail, done) => {
      const { messageId, raw } = mail.data;
      mail.message.createReadStream = () =>
        new MessageStream(raw, () => {
          if (typeof messageId === 'string') begun.add(messageId);
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
      // Before the attempt: what it throws is about this recipient, not about the server.
      const raw = mail.fill(recipient);
      begun.delete(id);
      try {
        await transport.sendMail({
          envelope: { from: returnPath ?? from.address, to: [recipient.to] },
          messageId: id,
          raw,
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

/** A message in one piece. Tells when it is read, which is once the server has said that it takes it. */
class MessageStream extends Readable {
  readonly #message: unknown;
  readonly #onRead: () => void;

  constructor(message: unknown, onRead: () => void) {
    super();
    this.#message = message;
    this.#onRead = onRead;
  }

  override _read(): void {
    this.#onRead();
    this.push(this.#message);
    this.push(null);
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
