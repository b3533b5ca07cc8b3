/** A command line that cannot be meant; the message says how it is written. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
