import type { MessageRow } from '#db/tables.ts';

export type MessageStatus = MessageRow['status'];
type MessageKind = MessageRow['kind'];

/** Characters of a note about a message. */
export const noteLimit = 4_000;

export const statusNames: Record<MessageStatus, string> = {
  new: 'New',
  in_progress: 'In progress',
  answered: 'Answered',
  closed: 'Closed',
};

export const kindNames: Record<MessageKind, string> = {
  contact: 'Contact message',
  application: 'JV application',
};

const spamReasons: Record<NonNullable<MessageRow['spam_reason']>, string> = {
  honeypot: 'it filled in a field that is to stay empty',
  'too-fast': 'it was sent within two seconds of opening the page',
  links: 'it holds many links',
  repetition: 'the same text came several times within a day',
  words: 'it reads like known spam and what was moved here',
  marked: 'an administrator moved it here',
};

/** Why a message is spam, in words; null where it is not. */
export function spamExplanation(message: Pick<MessageRow, 'spam_reason' | 'spam_signs'>): string | null {
  if (message.spam_reason === null) return null;
  const signs = message.spam_signs === '' ? '' : ` (${message.spam_signs})`;
  return `${spamReasons[message.spam_reason]}${signs}`;
}

/** The name of a message in the activity log: without personal data, so that nothing remains after an erasure. */
export function messageLabel({ id, kind }: { id: string; kind: MessageKind }): string {
  return `${kindNames[kind].replace('Contact', 'contact')} ${id.slice(0, 8)}`;
}
