import { createHash } from 'node:crypto';

import { updateMessage } from '#db/queries/inbox.ts';
import { addSpamCounts, findUnlearned, isKnownSender, listSpamCounts } from '#db/queries/spam-counts.ts';
import type { Database } from '#db/client.ts';
import type { MessageRow } from '#db/tables.ts';
import { signsOf, spamThreshold, weighSigns, type Seen, type Sign } from './spam-words.ts';

type Text = Pick<MessageRow, 'subject' | 'message'>;

const none: Seen = { spam: 0, genuine: 0 };
/** The sign that every message has, so that its counts are those of all messages. */
const everyMessage = hashOf('', '');
const maxSignsShown = 5;
/** For the odds: without a browser's script, and with a link from a sender who is not known. */
const weights = { noScript: 0.7, unknownLink: 1.8 };

function hashOf(kind: string, text: string): number {
  return createHash('sha256').update(`${kind} ${text}`).digest().readUIntBE(0, 6);
}

function signsOfMessage({ subject, message }: Text): Map<number, Sign> {
  return new Map(signsOf(`${subject}\n${message}`).map((sign) => [hashOf(sign.kind, sign.text), sign]));
}

/**
 * The signs that a message is spam, in words; null where that is not likely. They follow from this firm's marks and the
 * start.
 * @param hasScript whether it was sent with the script of the form
 */
export async function findSpamSigns(
  db: Database,
  message: Text & Pick<MessageRow, 'email'>,
  hasScript: boolean,
): Promise<string | null> {
  const signs = signsOfMessage(message);
  const rows = await listSpamCounts(db, [everyMessage, ...signs.keys()]);
  const counts = new Map(rows.map(({ sign, ...seen }) => [sign, seen]));
  const seenBySign = new Map([...signs].map(([hash, sign]) => [sign, counts.get(hash) ?? none]));
  const total = counts.get(everyMessage) ?? none;
  const { odds, telling } = weighSigns([...signs.values()], (sign) => seenBySign.get(sign) ?? none, total);
  if (telling.length === 0) return null;
  const hasLink = [...signs.values()].some(({ kind }) => kind === 'host');
  const isUnknown = !hasScript && hasLink && !(await isKnownSender(db, message.email));
  const added = (hasScript ? 0 : weights.noScript) + (isUnknown ? weights.unknownLink : 0);
  if (odds + added <= spamThreshold(total)) return null;
  const shown = telling.filter(({ kind }) => kind !== 'number').map(({ text }) => text);
  const words = shown.slice(0, maxSignsShown).join(', ') || 'numbers';
  return hasScript ? words : `${words}; sent without a browser`;
}

/** Lets a message count as spam or as genuine; what it counted as before is taken back. */
export async function learn(trx: Database, message: MessageRow, as: 'spam' | 'genuine'): Promise<void> {
  if (message.learned_as === as) return;
  const signs = [everyMessage, ...signsOfMessage(message).keys()];
  if (message.learned_as !== null) await addSpamCounts(trx, signs, message.learned_as, -1);
  await addSpamCounts(trx, signs, as, 1);
  await updateMessage(trx, message.id, { learned_as: as });
}

/** Learns from "Move to spam": this message is spam, and one that was left in the inbox is not. */
export async function learnSpam(trx: Database, message: MessageRow): Promise<void> {
  await learn(trx, message, 'spam');
  const left = await findUnlearned(trx);
  if (left) await learn(trx, left, 'genuine');
}
