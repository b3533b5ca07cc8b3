import { expect, test } from 'vitest';

import { kindOfAnswer } from '#domain/post-emails/bulk-mailer.ts';
import { isHardBounce } from './hard-bounce.ts';

const hard = ['5.1.1', '5.1.10', '5.2.1', '5.4.4'];
const soft = ['5.0.0', '5.1.7', '5.1.8', '5.2.2', '5.7.1', '4.2.2', '4.4.7', '', '5.1', '55.1.1'];

test('isHardBounce is true for addresses that do not exist only', () => {
  expect([...hard, ...soft].filter(isHardBounce)).toEqual(hard);
});

test('kindOfAnswer says no-mailbox by the same rule, and without an enhanced code by the code', () => {
  const codes = [...hard, '5.0.0', '5.1.8', '5.7.1'];
  expect(codes.filter((code) => kindOfAnswer(550, `550 ${code} No`) === 'no-mailbox')).toEqual(hard);
  expect([550, 552, 554].map((code) => kindOfAnswer(code, `${code} No`))).toEqual([
    'no-mailbox',
    'refused',
    'refused',
  ]);
});
