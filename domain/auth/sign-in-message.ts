/** The one answer to every wrong pair of address and password, whether or not there is such an account. */
export const wrongPassword = {
  ok: false,
  status: 401,
  code: 'INVALID_EMAIL_OR_PASSWORD',
  message: 'Invalid email or password. Please try again.',
} as const;

/** For the right password of an account with an unconfirmed address. */
export const unconfirmed = {
  ok: false,
  status: 403,
  code: 'EMAIL_NOT_VERIFIED',
  message: 'Please check your email and confirm your account before signing in.',
} as const;

/** Codes for programs, when the password is right and a second factor is missing. */
export const factorCodes = {
  prove: 'SECOND_FACTOR_NEEDED',
  'set-up': 'SECOND_FACTOR_SET_UP_NEEDED',
} as const;

/**
 * The message for a sign-in that the accounts library refused. Depends on its code only, because its words differ
 * between versions.
 */
export function signInMessage(refusal: { code?: string | undefined; message?: string | undefined }): string {
  if (refusal.code === wrongPassword.code || refusal.code === 'INVALID_EMAIL') return wrongPassword.message;
  if (refusal.code === unconfirmed.code) return unconfirmed.message;
  return refusal.message || 'An error occurred during sign in.';
}

/** For a failure of the service or the database. */
export const unexpectedSignInMessage = 'An unexpected error occurred. Please try again.';
