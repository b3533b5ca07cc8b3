import { plainText } from '#domain/text/fields.ts';
// The 3,000 most used passwords of at least 8 characters, in lower case; from zxcvbn-ts, see the license beside it.
import commonPasswords from './common-passwords.json' with { type: 'json' };

const refusedPasswords: ReadonlySet<string> = new Set(commonPasswords);

/** Longer passwords would only cost time to hash; shorter ones are guessed. */
export const passwordLimits = { min: 8, max: 128 };

/** Kept exactly as typed, spaces and all letters of the world included. */
const password = plainText
  .refine(
    (text) => [...text].length >= passwordLimits.min,
    `Password must be at least ${passwordLimits.min} characters long.`,
  )
  .refine(
    (text) => text.length <= passwordLimits.max,
    `Password must be at most ${passwordLimits.max} characters long.`,
  );

/** A password that somebody chooses now. */
export const newPassword = password.refine(
  (text) => !refusedPasswords.has(text.toLowerCase()),
  'This password is one of the most used ones. Please choose another.',
);
