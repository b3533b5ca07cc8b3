/**
 * Why an email was not taken over, for those who may read it. What the other side said is an error's `cause`, in words:
 * it may quote the email, and the log, which holds the message alone, must not.
 */
export function failureWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return typeof error.cause === 'string' ? `${error.message}: ${error.cause}` : error.message;
}
