/**
 * The four things a caller can do something about. Everything else is a fault: logged whole, shown as the route's own
 * sentence. `kind` rather than `instanceof` tells them apart, so that it holds across bundles.
 */
export class DomainError extends Error {
  readonly kind: 'not-found' | 'forbidden' | 'invalid' | 'conflict';

  constructor(kind: DomainError['kind'], sentence: string) {
    super(sentence);
    this.name = 'DomainError';
    this.kind = kind;
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

export function isDomainError(error: unknown): error is DomainError {
  return error instanceof Error && error.name === 'DomainError' && 'kind' in error;
}
