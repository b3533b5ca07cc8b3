import { createHash, randomBytes } from 'node:crypto';

import { base32 } from './totp.ts';

export const recoveryCodeCount = 10;

/** New recovery codes of 80 random bits each, to be shown once: `abcd-efgh-ijkl-mnop`. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const text = base32(randomBytes(10)).toLowerCase();
    return text.replace(/(.{4})(?!$)/g, '$1-');
  });
}

/** Under which a code is stored. Case, spaces and hyphens do not matter. A hash is enough: 80 bits cannot be guessed. */
export function hashRecoveryCode(code: string): Buffer {
  const plain = code.toLowerCase().replace(/[\s-]/g, '');
  return createHash('sha256').update(`recovery code ${plain}`).digest();
}
