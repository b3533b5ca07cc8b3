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

/** For a refusal without a message. */
export const failedSignInMessage = 'An error occurred during sign in.';

/** For a failure of the service or the database. */
export const unexpectedSignInMessage = 'An unexpected error occurred. Please try again.';
