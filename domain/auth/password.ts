import { plainText } from '#domain/text/fields.ts';
// The 3,000 most used passwords of at least 8 characters, in lower case; from zxcvbn-ts, see the license beside it.
import commonPasswords from './common-passwords.json' with { type: 'json' };

const refusedPasswords: ReadonlySet<string> = new Set(commonPasswords);

/** In characters. Longer passwords only take longer to hash; shorter ones can be guessed. */
export const passwordLimits = { min: 8, max: 128 };

/** Stored exactly as typed, including spaces and characters of any script. */
const password = plainText
  .refine(
    (text) => [...text].length >= passwordLimits.min,
    `Password must be at least ${passwordLimits.min} characters long.`,
  )
  .refine(
    (text) => text.length <= passwordLimits.max,
    `Password must be at most ${passwordLimits.max} characters long.`,
  );

/** A new password, which must not be a common one. */
export const newPassword = password.refine(
  (text) => !refusedPasswords.has(text.toLowerCase()),
  'This password is one of the most used ones. Please choose another.',
);
