import { expect, test } from 'vitest';

import { formReach } from './page-reach.ts';

function contactOf(visitors: number, senders: number) {
  return formReach([{ page: '/contact', views: visitors, visitors, senders }])[0];
}

test('a page without views has no visitors and no rate', () => {
  expect(formReach([])).toEqual([
    { name: 'Contact', visitors: 0, senders: 0, rate: null },
    { name: 'JV Program', visitors: 0, senders: 0, rate: null },
  ]);
});

test.each([
  [19, 3, null],
  [20, 0, 0],
  [20, 3, 15],
  [300, 1, 0.3],
  [20, 25, 100],
])('%i visitors of whom %i wrote are %s percent', (visitors, senders, rate) => {
  expect(contactOf(visitors, senders)).toEqual({ name: 'Contact', visitors, senders, rate });
});
