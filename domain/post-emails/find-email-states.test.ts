import { expect, test } from 'vitest';

import { emailStateOf, tellingStates, unsent } from './find-email-states.ts';

const sending = {
  state: 'sending' as const,
  starts_at: null,
  paused_at: null,
  finished_at: null,
  recipients: 1_040,
  settled: 120,
};
const scheduled = { ...sending, state: 'scheduled' as const };
const day = new Date('2026-11-22T12:00:00Z');
const dayOf = (instant: Date) => instant.toISOString().slice(0, 10);

test.each([
  ['of a running one', sending, 'sending 120 of 1,040'],
  ['of a paused one', { ...sending, paused_at: day }, 'paused at 120 of 1,040'],
  ['of a cancelled one', { ...sending, state: 'cancelled' as const }, 'cancelled after 120 of 1,040'],
  ['of one that is over', { ...sending, state: 'sent' as const, finished_at: day }, 'emailed on 2026-11-22'],
  ['of one that waits for the post', scheduled, 'to be emailed when public'],
  ['of one with a time', { ...scheduled, starts_at: day }, 'to be emailed on 2026-11-22'],
  ['of one that was held', { ...scheduled, paused_at: day }, 'email is held'],
])('the state %s is said in words', (_, given, words) => {
  expect(emailStateOf(given, dayOf).words).toBe(words);
});

test('“not emailed” is said of public posts only, and only where most of them were emailed', () => {
  const emailed = emailStateOf({ ...sending, state: 'sent', finished_at: day }, dayOf);
  const not = unsent;
  const posts = ['a', 'b', 'c', 'draft'].map((id) => ({ id, published: id !== 'draft', scheduled: false }));
  const told = (...states: [typeof not, typeof not, typeof not]) => [
    ...tellingStates({ a: states[0], b: states[1], c: states[2], draft: not }, posts).keys(),
  ];
  expect(told(emailed, emailed, not)).toEqual(['a', 'b', 'c']);
  expect(told(emailed, not, not)).toEqual(['a']);
  expect(told(not, not, not)).toEqual([]);
  expect(tellingStates(null, posts).size).toBe(0);
});
