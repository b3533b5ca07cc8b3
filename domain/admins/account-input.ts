import { z } from 'zod';

import { newPassword } from '#domain/auth/password.ts';
import { email, optionalLine } from '#domain/text/fields.ts';

export const accountInput = z.object({
  email,
  password: newPassword,
  displayName: optionalLine('Display name', 120),
});
