import { plainText } from '#domain/text/fields.ts';
import { commonPasswords } from './common-passwords.ts';

/** Longer passwords would only cost time to hash; shorter ones are guessed. */
export const passwordLimits = { min: 8, max: 128 };

/** Kept exactly as typed, with its spaces, in any script. */
const password = plainText
  .refine(
    (text) => [...text].length >= passwordLimits.min,
    `Password must be at least ${passwordLimits.min} characters long.`,
  )
  .refine(
    (text) => text.length <= passwordLimits.max,
    `Password must be at most ${passwordLimits.max} characters long.`,
  );

/** A newly chosen password. */
export const newPassword = password.refine(
  (text) => !commonPasswords.has(text.toLowerCase()),
  'This password is one of the most used ones. Please choose another.',
);
