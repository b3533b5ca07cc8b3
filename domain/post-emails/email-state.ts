import type { PostEmailSummary } from '#db/queries/post-emails.ts';

/** What the list, the editor and the dashboard say about the emails of a post. */
export type EmailState = { words: string; tone: 'quiet' | 'busy' | 'held' };

type Summary = Pick<
  PostEmailSummary,
  'state' | 'starts_at' | 'paused_at' | 'finished_at' | 'recipients' | 'settled'
>;

/**
 * The state of the newest sending of a post, in words.
 * @param sending null: there is none
 * @param dayOf a day as the screen writes it
 */
export function emailStateOf(sending: Summary | null, dayOf: (instant: Date) => string): EmailState {
  if (sending === null) return { words: 'not emailed', tone: 'quiet' };
  const { state, starts_at: startsAt, paused_at: pausedAt, finished_at: finishedAt } = sending;
  const progress = `${count(sending.settled)} of ${count(sending.recipients)}`;
  if (state === 'cancelled') return { words: `cancelled after ${progress}`, tone: 'quiet' };
  if (state === 'sent') return { words: `emailed on ${finishedAt ? dayOf(finishedAt) : '–'}`, tone: 'quiet' };
  if (state === 'sending') {
    return pausedAt === null
      ? { words: `sending ${progress}`, tone: 'busy' }
      : { words: `paused at ${progress}`, tone: 'held' };
  }
  if (pausedAt !== null) return { words: 'email is held', tone: 'held' };
  const when = startsAt === null ? 'when public' : `on ${dayOf(startsAt)}`;
  return { words: `to be emailed ${when}`, tone: 'busy' };
}

function count(n: number): string {
  return n.toLocaleString('en-US');
}
