import { expect, test } from 'vitest';

import { decideBounce, isHardStatus } from './record-bounce.ts';

test('a hard bounce and a complaint end the emails at once, the fifth soft bounce in a row does too', () => {
  const history = { softBounces: 0, previousBounced: null };
  expect(decideBounce('hard', history).ends).toBe('hard-bounce');
  expect(decideBounce('complaint', history).ends).toBe('complaint');
  let softBounces = 0;
  const ends = Array.from({ length: 5 }, () => {
    const decided = decideBounce('soft', { softBounces, previousBounced: true });
    softBounces = decided.softBounces;
    return decided.ends;
  });
  expect(ends).toEqual([null, null, null, null, 'soft-bounces']);
});

test('a soft bounce after an email that arrived is the first of a row', () => {
  expect(decideBounce('soft', { softBounces: 4, previousBounced: false })).toEqual({
    softBounces: 1,
    ends: null,
  });
});

test('isHardStatus is true for addresses that do not exist only', () => {
  expect(['5.1.1', '5.1.10', '5.0.0', '5.2.1', '5.4.4'].map(isHardStatus)).toEqual(Array(5).fill(true));
  expect(['5.2.2', '5.7.1', '4.2.2', '4.4.7', '', '5.1', '55.1.1'].map(isHardStatus)).toEqual(
    Array(7).fill(false),
  );
});
