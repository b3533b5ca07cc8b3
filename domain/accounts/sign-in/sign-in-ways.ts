import { forbidden } from '#domain/errors.ts';

/** How people sign in to this site, from configuration. */
export type SignInWays = {
  /** Whether passwords and passkeys sign in; off where single sign-on alone does. */
  passwords: boolean;
  /** Whether an issuer of single sign-on is configured. */
  singleSignOn: boolean;
  /** Whether anybody may make an account, without a role. */
  signUp: boolean;
};

export const singleSignOnOnly = 'Only single sign-on signs in on this site.';

/** For whatever asks for a password or sets one. @throws forbidden where only single sign-on signs in. */
export function requirePasswords({ signInWays }: { signInWays: SignInWays }): void {
  if (!signInWays.passwords) throw forbidden(singleSignOnOnly);
}
