import { expect, test } from 'vitest';

import { failureWords } from './failure-words.ts';

test.each([
  ['connect ECONNREFUSED 127.0.0.1:25', 'cannot be reached'],
  ['getaddrinfo ENOTFOUND mail.firm.test', 'cannot be reached'],
  ['Greeting never received', 'cannot be reached'],
  ['The email service cannot be reached: fetch failed', 'cannot be reached'],
  ['Invalid login: 535 5.7.8 Authentication failed', 'does not accept the user name or password'],
  ['self-signed certificate', 'has no certificate that can be trusted'],
  ['Message failed: 451 4.7.1 later', 'asked to try again later'],
  ['Message failed: 550 5.7.1 Relaying denied', 'refused it'],
  ['The email service answered 400: Ada is no name', 'refused it'],
  ['QQQ', 'could not do it'],
])('%s is told in words', (raw, words) => {
  expect(failureWords(raw, 'The mail server')).toBe(`The mail server ${words}.`);
});
