/**
 * The five things a caller can do something about. Everything else is a fault: logged whole, shown as the route's own
 * sentence. `kind` rather than `instanceof` tells them apart, so that it holds across bundles.
 */
export class DomainError extends Error {
  readonly kind: 'not-found' | 'forbidden' | 'invalid' | 'conflict' | 'too-many';
  /** Only of `too-many`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: DomainError['kind'], sentence: string, retryAfterSeconds?: number) {
    super(sentence);
    this.name = 'DomainError';
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The thing asked for does not exist, or the asker may not know that it does. */
export function notFound(sentence: string): DomainError {
  return new DomainError('not-found', sentence);
}

/** The actor may not do this. */
export function forbidden(sentence: string): DomainError {
  return new DomainError('forbidden', sentence);
}

/** The input cannot be accepted as it is; the sentence says why. */
export function invalid(sentence: string): DomainError {
  return new DomainError('invalid', sentence);
}

/** Somebody else was first; the caller decides what to do with both. */
export function conflict(sentence: string): DomainError {
  return new DomainError('conflict', sentence);
}

/** It was tried too often; after a while it may be tried again. */
export function tooMany(sentence: string, retryAfterSeconds: number): DomainError {
  return new DomainError('too-many', sentence, retryAfterSeconds);
}

export function isDomainError(error: unknown): error is DomainError {
  return error instanceof Error && error.name === 'DomainError' && 'kind' in error;
}

/** The sixth, which no verb throws: the database could not be used, and to try again later may help. */
export { isUnavailable, type DatabaseUnavailable } from '#db/database-error.ts';
