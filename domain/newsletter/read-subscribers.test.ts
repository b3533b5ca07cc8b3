import { expect, test } from 'vitest';

import { readSubscribers } from './read-subscribers.ts';

test('addresses with their states, each once', () => {
  const file =
    'Name,Email,State\nA,Ada@firm.test,Confirmed\nB,b@firm.test,\nC,no address,x\nD,ada@firm.test,Unsubscribed\n';
  expect(readSubscribers(file)).toEqual({
    subscribers: [
      { email: 'ada@firm.test', state: 'unsubscribed' },
      { email: 'b@firm.test', state: 'pending' },
    ],
    unreadable: 1,
  });
});

test('a bare list is a list of people who have not confirmed', () => {
  expect(readSubscribers('a@firm.test\n\nb@firm.test').subscribers).toEqual([
    { email: 'a@firm.test', state: 'pending' },
    { email: 'b@firm.test', state: 'pending' },
  ]);
});
