import { z } from 'zod';

import { email, optionalLine, plainText } from '#domain/text/fields.ts';

/** Longer passwords would only cost time to hash; shorter ones are guessed. */
export const passwordLimits = { min: 8, max: 128 };

export const password = plainText
  .refine(
    (text) => [...text].length >= passwordLimits.min,
    `Password must be at least ${passwordLimits.min} characters long.`,
  )
  .refine(
    (text) => text.length <= passwordLimits.max,
    `Password must be at most ${passwordLimits.max} characters long.`,
  );

export const accountInput = z.object({
  email,
  password,
  displayName: optionalLine('Display name', 120),
});

export type AccountInput = z.infer<typeof accountInput>;
