import type { Database } from '#db/client.ts';
import { deleteOldMessages } from '#db/queries/inbox.ts';
import { deleteOldLetters } from '#db/queries/outbox.ts';

/** Somebody's honest message is looked for within weeks. */
const spamDaysKept = 30;
/** Of what became of it: the words of a letter go as soon as it has left. */
const letterDaysKept = 30;

/** Nothing is kept longer than was promised. @returns how many messages went. */
export async function forgetOldMessages(parts: { db: Database; daysKept: number }): Promise<number> {
  const gone = await deleteOldMessages(parts.db, { messages: parts.daysKept, spam: spamDaysKept });
  await deleteOldLetters(parts.db, letterDaysKept);
  return gone;
}
