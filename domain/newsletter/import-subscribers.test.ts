import { expect, test } from 'vitest';

import { readSubscribers } from './import-subscribers.ts';

const now = new Date('2026-11-22T12:00:00Z');
const noConsent = { consentAt: null, consentSource: null };

test('addresses with their states, each once; a row that says that one has ended counts most', () => {
  const file =
    'Name,Email,State\nA,Ada@firm.test,Confirmed\nB,b@firm.test,\nC,no address,x\nD,ada@firm.test,Unsubscribed\nE,ada@firm.test,Confirmed\n';
  expect(readSubscribers(file, now)).toEqual({
    subscribers: [
      { email: 'ada@firm.test', state: 'unsubscribed', ...noConsent },
      { email: 'b@firm.test', state: 'pending', ...noConsent },
    ],
    unreadable: 1,
  });
});

test('a bare list is a list of people who have not confirmed', () => {
  expect(readSubscribers('a@firm.test\n\nb@firm.test', now).subscribers).toEqual([
    { email: 'a@firm.test', state: 'pending', ...noConsent },
    { email: 'b@firm.test', state: 'pending', ...noConsent },
  ]);
});

test('consent dates and sources are read; a row with a date that is none, or is in the future, is unreadable', () => {
  const file = `Email,Consent Date,Consent Source
a@firm.test,2025-03-01,Trade fair
b@firm.test,2025-03-01T10:00:00+02:00,
c@firm.test,March 1,x
d@firm.test,2026-11-23,x
e@firm.test,2025-02-31T00:00:00Z,x
f@firm.test,2025-03-01,${'x'.repeat(301)}`;
  expect(readSubscribers(file, now, 'The old list')).toEqual({
    subscribers: [
      {
        email: 'a@firm.test',
        state: 'pending',
        consentAt: '2025-03-01T00:00:00.000Z',
        consentSource: 'Trade fair',
      },
      {
        email: 'b@firm.test',
        state: 'pending',
        consentAt: '2025-03-01T08:00:00.000Z',
        consentSource: 'The old list',
      },
    ],
    unreadable: 4,
  });
});
