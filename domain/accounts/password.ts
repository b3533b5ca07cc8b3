import { invalid } from '#domain/core/errors.ts';
import { plainText } from '#domain/fields/fields.ts';
import type { Passwords } from './auth.ts';
// The 3,000 most used passwords of at least 8 characters, in lower case; from zxcvbn-ts, see the license beside it.
import commonPasswords from './common-passwords.json' with { type: 'json' };

const refusedPasswords: ReadonlySet<string> = new Set(commonPasswords);

/** In characters. Longer passwords only take longer to hash; shorter ones can be guessed. */
export const passwordLimits = { min: 8, max: 128 };

/** A new password, stored exactly as typed, including spaces and characters of any script. */
export const newPassword = plainText
  .refine(
    (text) => [...text].length >= passwordLimits.min,
    `Password must be at least ${passwordLimits.min} characters long.`,
  )
  .refine(
    (text) => text.length <= passwordLimits.max,
    `Password must be at most ${passwordLimits.max} characters long.`,
  )
  .refine(
    (text) => !refusedPasswords.has(text.toLowerCase()) && !isSequence(text),
    'This password is one of the most used ones. Please choose another.',
  );

/**
 * The hash of a new password, for every verb that sets one.
 * @throws invalid for the address of the account, too-many.
 */
export async function hashNewPassword(
  auth: Pick<Passwords, 'hashPassword'>,
  { email, password }: { email: string; password: string },
): Promise<string> {
  if (password.trim().toLowerCase() === email) {
    const refused = 'Your email address cannot be your password. Please choose another.';
    throw invalid(refused, { password: refused });
  }
  return auth.hashPassword(password);
}

/** `aaaaaaaa`, `12345678901`, `hgfedcba`: every character follows from the one before. */
function isSequence(text: string): boolean {
  const steps = Array.from(text, (character, at) => {
    const [before, own] = [text.codePointAt(at - 1) ?? 0, character.codePointAt(0) ?? 0];
    const isDigits = /^\d\d$/.test(text.slice(at - 1, at + 1));
    return isDigits ? (own - before + 10) % 10 : own - before;
  }).slice(1);
  return steps.every((step) => step === steps[0]) && [0, 1, -1, 9].includes(steps[0] ?? 0);
}
