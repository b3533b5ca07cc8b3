import { describe, expect, test } from 'vitest';

import { acceptedStep, base32, stepAt, totpCode } from './totp.ts';

/** The secret of the test vectors in RFC 6238, appendix B. */
const secret = Buffer.from('12345678901234567890');

test.for([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const)('totpCode at second %i is that of RFC 6238', ([second, code]) => {
  expect(totpCode(secret, stepAt(new Date(second * 1_000)))).toBe(code);
});

describe('acceptedStep', () => {
  const now = new Date('2026-03-01T10:00:10Z');
  const present = stepAt(now);

  test.for([
    [-2, null],
    [-1, present - 1],
    [0, present],
    [1, present + 1],
    [2, null],
  ] as const)('a code %i steps from now gives %s', ([offset, accepted]) => {
    expect(acceptedStep(secret, totpCode(secret, present + offset), 0, now)).toBe(accepted);
  });

  test('no code of an accepted step or of one before it is accepted again', () => {
    expect(acceptedStep(secret, totpCode(secret, present), present, now)).toBeNull();
    expect(acceptedStep(secret, totpCode(secret, present - 1), present, now)).toBeNull();
    expect(acceptedStep(secret, totpCode(secret, present + 1), present, now)).toBe(present + 1);
  });

  test.for(['', '12345', '1234567', '１２３４５６', 'abcdef'])('%j is no code', (code) => {
    expect(acceptedStep(secret, code, 0, now)).toBeNull();
  });
});

test('base32 writes what RFC 4648 gives as examples, without padding', () => {
  const pairs = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)));
  expect(pairs).toEqual(['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI']);
});
