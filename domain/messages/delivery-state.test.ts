import { expect, test } from 'vitest';

import type { LastDelivery } from '#db/queries/inbox.ts';
import { deliveryState } from './delivery-state.ts';

const now = new Date();
const none: LastDelivery = { tries: null, last_error: null, sent_at: null, given_up_at: null };
const later = 'The mail server asked to try again later.';
const usual = { isSpam: false, deliversMessages: true };

test.each<[string, Partial<LastDelivery>, Partial<typeof usual>, string]>([
  ['delivered', { tries: 3, sent_at: now }, {}, 'Delivered'],
  ['waiting', { tries: 0 }, {}, 'Waiting'],
  ['waiting', { tries: 1 }, {}, 'On its way'],
  ['waiting', { tries: 1, last_error: '421 busy' }, {}, `Waiting, tried once: ${later}`],
  ['waiting', { tries: 4, last_error: '451 later' }, {}, `Waiting, tried 4 times: ${later}`],
  ['given-up', { last_error: '550 no', given_up_at: now }, {}, 'Given up: The mail server refused it.'],
  ['kept', {}, { deliversMessages: false }, 'Not emailed: email is not set up'],
  ['kept', {}, {}, 'Not emailed: email was not set up when it arrived'],
  ['kept', {}, { isSpam: true }, 'Not delivered: it looks like spam'],
])('%s', (kind, last, given, words) => {
  expect(deliveryState({ ...none, ...last }, { ...usual, ...given })).toEqual({
    kind,
    words,
    ...(last.last_error ? { details: last.last_error } : {}),
  });
});
