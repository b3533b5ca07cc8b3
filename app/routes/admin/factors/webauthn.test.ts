import { expect, test } from 'vitest';

import { canHavePasskeys } from './webauthn.ts';

test.each([
  ['firm.example', true, true],
  ['localhost', true, true],
  ['firm.example', false, false],
  ['127.0.0.1', true, false],
  ['[::1]', true, false],
])('%s, secure: %s, can have passkeys: %s', (hostname, isSecure, expected) => {
  expect(canHavePasskeys({ hostname, isSecure })).toBe(expected);
});
