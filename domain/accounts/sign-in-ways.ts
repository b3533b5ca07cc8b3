import { forbidden } from '#domain/core/errors.ts';

/** How people sign in to this site, from configuration. */
export type SignInWays = {
  /** True if passwords and passkeys sign in; off where single sign-on alone does. */
  passwords: boolean;
  /** True if an issuer of single sign-on is configured. */
  singleSignOn: boolean;
  /** True if anybody may make an account, without a role. */
  signUp: boolean;
};

export type SignInRules = {
  signInWays: SignInWays;
  /** True if a new account must confirm its address. */
  emailConfirmation: boolean;
};

export const singleSignOnOnly = 'Only single sign-on signs in on this site.';

/** For whatever asks for a password or sets one. @throws forbidden where only single sign-on signs in. */
export function requirePasswords({ signInWays }: { signInWays: SignInWays }): void {
  if (!signInWays.passwords) throw forbidden(singleSignOnOnly);
}
