import { expect, test } from 'vitest';

import { deliveryState } from './delivery-state.ts';

type Last = Parameters<typeof deliveryState>[0];

const now = new Date();
const none: Last = { tries: null, last_error: null, sent_at: null, given_up_at: null, spam_reason: null };
const later = 'The mail server asked to try again later.';

test.each<[string, Partial<Last>, boolean, string]>([
  ['delivered', { tries: 3, sent_at: now }, true, 'Delivered'],
  ['waiting', { tries: 0 }, true, 'Waiting'],
  ['waiting', { tries: 1 }, true, 'On its way'],
  ['waiting', { tries: 1, last_error: '421 busy' }, true, `Waiting, tried once: ${later}`],
  ['waiting', { tries: 4, last_error: '451 later' }, true, `Waiting, tried 4 times: ${later}`],
  ['given-up', { last_error: '550 no', given_up_at: now }, true, 'Given up: The mail server refused it.'],
  ['kept', {}, false, 'Not emailed: email is not set up'],
  ['kept', {}, true, 'Not emailed: email was not set up when it arrived'],
  ['kept', { spam_reason: 'links' }, true, 'Not delivered: it looks like spam'],
])('%s', (kind, last, deliversMessages, words) => {
  expect(deliveryState({ ...none, ...last }, deliversMessages)).toEqual({
    kind,
    words,
    ...(last.last_error ? { details: last.last_error } : {}),
  });
});
