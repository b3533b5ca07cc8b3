/** One answer for every pair of address and password that does not fit, whoever it is. */
export const wrongPassword = {
  ok: false,
  status: 401,
  code: 'INVALID_EMAIL_OR_PASSWORD',
  sentence: 'Invalid email or password. Please try again.',
} as const;

/** For the right password of an account whose address nobody has confirmed. */
export const unconfirmed = {
  ok: false,
  status: 403,
  code: 'EMAIL_NOT_VERIFIED',
  sentence: 'Please check your email and confirm your account before signing in.',
} as const;

/**
 * The sentence for a sign-in that the accounts library refused. Goes by its code, never by its words, which differ
 * between versions.
 */
export function signInSentence(refusal: { code?: string | undefined; message?: string | undefined }): string {
  if (refusal.code === wrongPassword.code || refusal.code === 'INVALID_EMAIL') return wrongPassword.sentence;
  if (refusal.code === unconfirmed.code) return unconfirmed.sentence;
  return refusal.message || 'An error occurred during sign in.';
}

/** For what is nobody's mistake: the service or the database failed. */
export const unexpectedSignInSentence = 'An unexpected error occurred. Please try again.';
