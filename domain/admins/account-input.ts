import { z } from 'zod';

import { password } from '#domain/auth/password.ts';
import { email, optionalLine } from '#domain/text/fields.ts';

export const accountInput = z.object({
  email,
  password,
  displayName: optionalLine('Display name', 120),
});
