import { rootCertificates } from 'node:tls';

import type { ImapFlow } from 'imapflow';
import PostalMime from 'postal-mime';

import type { BounceMailbox, BounceMessage } from '#domain/newsletter/read-bounces.ts';

/** Only the beginning of each message is fetched: a report comes before the email that it returns. */
const bytesOfMessage = 128 * 1024;
const messagesPerRun = 1_000;
const messagesAtOnce = 20;
/** Milliseconds. */
const timeouts = { run: 60_000, connection: 10_000, greeting: 10_000, silence: 20_000 };

/** Headers in which mail servers note the address that a message was sent to. */
const recipientHeaders = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'to'];
const maxRecipients = 20;

/**
 * The inbox that an `imaps:` URL names, or an `imap:` URL of a server that offers STARTTLS. A silent or slow server costs
 * a run, never more.
 * @param trusted certificates, PEM, beside those of the system
 */
export function createBounceMailbox(url: string, trusted?: string): BounceMailbox {
  return {
    async read(handle, signal) {
      const client = await createClient(url, trusted);
      const ending = AbortSignal.any([signal, AbortSignal.timeout(timeouts.run)]);
      const close = () => client.close();
      ending.addEventListener('abort', close);
      try {
        ending.throwIfAborted();
        await client.connect();
        await client.mailboxOpen('INBOX');
        await readUnread(client, handle);
        await client.logout();
      } catch (error) {
        // The next run goes on where this one was.
        if (!signal.aborted) throw error;
      } finally {
        ending.removeEventListener('abort', close);
        client.close();
      }
    },
  };
}

async function createClient(address: string, trusted: string | undefined): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow');
  const url = new URL(address);
  const isSecure = url.protocol === 'imaps:';
  const client = new ImapFlow({
    host: url.hostname,
    port: Number(url.port) || (isSecure ? 993 : 143),
    secure: isSecure,
    doSTARTTLS: !isSecure,
    tls: trusted === undefined ? {} : { ca: [...rootCertificates, trusted] },
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.silence,
    maxLiteralSize: 2 * bytesOfMessage,
    maxLineLength: 4_000_000,
    maxResponseSize: 8_000_000,
  });
  // A failure is told by the call that fails.
  client.on('error', () => {});
  return client;
}

async function readUnread(
  client: ImapFlow,
  handle: (message: BounceMessage) => Promise<void>,
): Promise<void> {
  const unread = (await client.search({ seen: false }, { uid: true })) || [];
  const due = unread.slice(0, messagesPerRun);
  for (let start = 0; start < due.length; start += messagesAtOnce) {
    const uids = due.slice(start, start + messagesAtOnce);
    const source = { start: 0, maxLength: bytesOfMessage };
    const fetched = await client.fetchAll(uids, { uid: true, source }, { uid: true });
    for (const { source: bytes } of fetched) {
      const message = bytes ? await parse(bytes) : null;
      if (message) await handle(message);
    }
    await client.messageFlagsAdd(uids, [String.raw`\Seen`], { uid: true });
  }
}

/** @returns null for a message that no mail program could read: nested without end, or made of headers alone */
async function parse(bytes: Buffer): Promise<BounceMessage | null> {
  try {
    const email = await PostalMime.parse(bytes, {
      attachmentEncoding: 'utf8',
      maxNestingDepth: 10,
      maxHeadersSize: bytesOfMessage,
      maxRfc822NestingDepth: 0,
    });
    const status = email.attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
    return {
      recipients: email.headers
        .filter(({ key }) => recipientHeaders.includes(key))
        .flatMap(({ value }) => value.slice(0, 2_000).match(/[^\s<>",:;]{1,250}@[^\s<>",:;]{1,250}/g) ?? [])
        .slice(0, maxRecipients),
      deliveryStatus: typeof status?.content === 'string' ? status.content : null,
    };
  } catch {
    return null;
  }
}
