/**
 * The six errors that a caller can act on. Every other error is logged and shown as the route's own message. `kind`
 * rather than `instanceof` tells them apart, so that it holds across bundles.
 */
export class DomainError extends Error {
  readonly kind: 'not-found' | 'forbidden' | 'invalid' | 'conflict' | 'too-many' | 'unproved';
  /** Only of `too-many`. */
  readonly retryAfterSeconds: number | undefined;
  /** The error of each field of the input, by its name; only of `invalid` and `conflict`. */
  readonly fieldErrors: FieldErrors;

  constructor(
    kind: DomainError['kind'],
    message: string,
    details: { retryAfterSeconds?: number; fieldErrors?: FieldErrors } = {},
  ) {
    super(message);
    this.name = 'DomainError';
    this.kind = kind;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.fieldErrors = details.fieldErrors ?? {};
  }
}

export type FieldErrors = Readonly<Record<string, string>>;

/** The thing asked for does not exist, or the caller may not know that it does. */
export function notFound(message: string): DomainError {
  return new DomainError('not-found', message);
}

/** The actor may not do this. */
export function forbidden(message: string): DomainError {
  return new DomainError('forbidden', message);
}

/** The input cannot be accepted as it is; the message says why, `fieldErrors` says it for each field. */
export function invalid(message: string, fieldErrors?: FieldErrors): DomainError {
  return new DomainError('invalid', message, fieldErrors ? { fieldErrors } : {});
}

/** Another change came first; the caller decides what to do with both. */
export function conflict(message: string, fieldErrors?: FieldErrors): DomainError {
  return new DomainError('conflict', message, fieldErrors ? { fieldErrors } : {});
}

/** The actor may do this after proving again who they are. */
export function unproved(message: string): DomainError {
  return new DomainError('unproved', message);
}

/** Too many attempts; a later one may succeed. */
export function tooMany(message: string, retryAfterSeconds: number): DomainError {
  return new DomainError('too-many', message, { retryAfterSeconds });
}

export function isDomainError(error: unknown): error is DomainError {
  return error instanceof Error && error.name === 'DomainError' && 'kind' in error;
}

/** A seventh, which no verb throws: the database could not be used, and to try again later may help. */
export { errorCode, isUnavailable, type DatabaseUnavailable } from '#db/database-error.ts';
