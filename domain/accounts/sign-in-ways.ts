import type { SignInRules } from '#domain/core/context.ts';
import { forbidden } from '#domain/core/errors.ts';

export const singleSignOnOnly = 'Only single sign-on signs in on this site.';

/** For whatever asks for a password or sets one. @throws forbidden where only single sign-on signs in. */
export function requirePasswords({ signInWays }: Pick<SignInRules, 'signInWays'>): void {
  if (!signInWays.passwords) throw forbidden(singleSignOnOnly);
}
