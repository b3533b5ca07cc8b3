/** An invalid command line; the message explains the correct one. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
