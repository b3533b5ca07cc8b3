import type { Transporter } from 'nodemailer';

import { atMostEvery } from '#domain/core/at-most-every.ts';
import { errorCode } from '#domain/core/errors.ts';
import { unsubscribeHeaders } from '#domain/newsletter/unsubscribe-headers.ts';
import {
  isPlainAddress,
  kindOfAnswer,
  SendFailure,
  type BulkMailer,
  type FailureKind,
} from '#domain/post-emails/bulk-mailer.ts';
import { tokenPlace } from '#domain/post-emails/compose-post-email.ts';
import { openTransport, smtpTimeouts, type Sender } from './email-by-smtp.ts';

/** A connection without an email is closed then. Milliseconds. */
const idle = 15_000;

type BulkOptions = {
  url: string;
  /** Asked for each email. */
  from: () => Sender;
  origin: string;
  /** How many there may be at once. */
  connections: number;
  /** Milliseconds; for tests. */
  timeouts?: typeof smtpTimeouts;
};

/**
 * Sends the emails of a sending by SMTP, over connections of its own that are used again.
 */
export function createBulkMailer(options: BulkOptions): BulkMailer {
  const { origin } = options;
  /** The Message-IDs of emails of which a part may have reached the server. */
  const begun = new Set<string>();
  let opened: Transporter | undefined;
  const openOnce = atMostEvery(Infinity, async () => (opened = await open(options, begun)));

  return {
    async send(mail, { id, to, token }, { returnPath, signal }) {
      if (!isPlainAddress(to)) throw new RangeError('The address cannot be written into a message.');
      const transport = await openOnce();
      const from = options.from();
      const messageId = `<${id}@${from.address.split('@').pop()}>`;
      const filled = (text: string) => text.replaceAll(tokenPlace, token);
      try {
        await transport.sendMail({
          envelope: { from: returnPath ?? from.address, to: [to] },
          from: { name: from.name, address: from.address },
          to: { name: '', address: to },
          messageId,
          subject: mail.subject,
          text: filled(mail.text),
          html: filled(mail.html),
          textEncoding: 'quoted-printable',
          headers: {
            'Auto-Submitted': 'auto-generated',
            // Mail programs and servers tell lists from single emails by it (RFC 2919).
            'List-Id': `<new-posts.${new URL(origin).hostname}>`,
            ...unsubscribeHeaders(origin, token),
          },
          signal,
        });
      } catch (error) {
        throw failureOf(error, begun.has(messageId), signal);
      } finally {
        begun.delete(messageId);
      }
    },

    close: () => opened?.close(),
  };
}

/** @param begun gets the Message-IDs of emails of which the server takes a part */
async function open(
  { url, connections, timeouts = smtpTimeouts }: BulkOptions,
  begun: Set<string>,
): Promise<Transporter> {
  const pool = { pool: true as const, maxConnections: connections, idleTimeout: idle };
  const transport: Transporter = await openTransport(url, timeouts, pool);
  transport.use('stream', ({ data: { messageId }, message }, done) => {
    const create = message.createReadStream.bind(message);
    // It is read from once the server has said that it takes the email.
    message.createReadStream = () =>
      create().once('resume', () => typeof messageId === 'string' && begun.add(messageId));
    done();
  });
  return transport;
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
  // An error of the library about the connection and the sign-in concerns every email.
  const isOfEmail = ['EENVELOPE', 'EMESSAGE'].includes(errorCode(error));
  if (typeof code === 'number' && (isOfEmail || code === 421 || code === 454)) {
    return kindOfAnswer(code, typeof answer === 'string' ? answer : '');
  }
  if (isOfEmail) return 'refused';
  return hasBegun ? 'unclear' : 'unavailable';
}
