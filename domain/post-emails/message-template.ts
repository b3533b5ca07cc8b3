import { unsubscribeHeaders } from '#domain/newsletter/unsubscribe-headers.ts';
import type { Recipient } from './bulk-mailer.ts';
import { tokenPlace } from './compose-post-email.ts';

/** What stands in the headers until they are filled. */
const recipientPlace = 'recipient-goes-here@place.invalid';
const idPlace = 'id-goes-here';
const hostPlace = 'host-goes-here.invalid';

/** The headers of the email of a sending, with places for what differs. */
export const messageHeaders = {
  to: recipientPlace,
  messageId: `<${idPlace}@${hostPlace}>`,
  others: (origin: string): Record<string, string> => ({
    'Auto-Submitted': 'auto-generated',
    // Mail programs and servers tell lists from single emails by it (RFC 2919).
    'List-Id': `<new-posts.${new URL(origin).hostname}>`,
    ...unsubscribeHeaders(origin, tokenPlace),
  }),
};

/** An encoded message, cut where recipients differ. */
export type MessageTemplate = {
  /** Its headers. */
  head: string;
  /** Before the first place in the body, between them, and after the last. */
  body: readonly Buffer[];
  /** Of each place in the body: after how many characters its line is folded; -1: not at all. */
  folds: readonly number[];
};

/** Quoted-printable folds a line anywhere, also within the placeholder. */
const fold = '=\r\n';
const placePattern = new RegExp([...tokenPlace].join(`(?:${fold})?`), 'g');

/** @param message quoted-printable, with all places in it */
export function splitMessage(message: string): MessageTemplate {
  const end = message.indexOf('\r\n\r\n');
  const body = message.slice(end);
  const places = body.match(placePattern) ?? [];
  return {
    head: message.slice(0, end),
    body: body.split(placePattern).map((part) => Buffer.from(part)),
    folds: places.map((place) => place.indexOf(fold)),
  };
}

/**
 * The message of one recipient.
 * @param host of the sender's address, for the Message-ID
 * @throws RangeError for an address, id or token that could end its line
 */
export function fillMessage(template: MessageTemplate, { id, to, token }: Recipient, host: string): Buffer {
  if (
    !/^[\w-]+$/.test(id) ||
    token.length !== tokenPlace.length ||
    !/^[\w-]+$/.test(token) ||
    !isPlainAddress(to)
  ) {
    throw new RangeError('A recipient cannot be written into a message.');
  }
  const head = template.head
    .replace(recipientPlace, () => to)
    .replace(idPlace, () => id)
    .replace(hostPlace, () => host)
    .replace(tokenPlace, () => token);
  const tokens = template.folds.map((at) =>
    Buffer.from(at === -1 ? token : `${token.slice(0, at)}${fold}${token.slice(at)}`),
  );
  const body = template.body.flatMap((part, index) => [part, tokens[index] ?? Buffer.alloc(0)]);
  return Buffer.concat([Buffer.from(head), ...body]);
}

/** Of characters that need no quotes in a header (RFC 5322, 3.2.3), and short enough for a line. */
export function isPlainAddress(address: string): boolean {
  return address.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(address);
}
