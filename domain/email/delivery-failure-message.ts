/**
 * Why an email was not accepted, for administrators. The answer of the server is the error's `cause`, as a string: it may
 * quote the email, so the log holds the message alone.
 */
export function deliveryFailureMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return typeof error.cause === 'string' ? `${error.message}: ${error.cause}` : error.message;
}
