import { expect, test } from 'vitest';

import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';

test('createRecoveryCodes gives ten different codes that can be read aloud', () => {
  const codes = createRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
});

test('hashRecoveryCode ignores case, spaces and hyphens', () => {
  const typed = ['abcd-efgh-ijkl-mnop', 'ABCD EFGH IJKL MNOP', ' abcdefghijklmnop '];
  const hashes = typed.map((code) => hashRecoveryCode(code).toString('hex'));
  expect(new Set(hashes).size).toBe(1);
  expect(hashRecoveryCode('abcd-efgh-ijkl-mnoq').toString('hex')).not.toBe(hashes[0]);
});
