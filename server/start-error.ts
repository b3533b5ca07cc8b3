/** Why the product cannot start; the message is for the person who started it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
