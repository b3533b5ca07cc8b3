import { data, type RouterContextProvider } from 'react-router';

import { reportSecurityEvent } from '#domain/activity/record-activity.ts';
import {
  isDomainError,
  isUnavailable,
  type DatabaseUnavailable,
  type DomainError,
  type FieldErrors,
} from '#domain/core/errors.ts';
import { fieldOf } from './field-of.ts';
import { domainContext, reportErrorContext } from './request-context.ts';

type Failure = {
  status: number;
  message: string;
  fieldErrors: FieldErrors;
  headers?: { 'Retry-After': string };
};

const statusOfKind: Record<DomainError['kind'], number> = {
  'not-found': 404,
  forbidden: 403,
  invalid: 422,
  conflict: 409,
  'too-many': 429,
  unproved: 428,
};

/**
 * Translates an error of a verb to HTTP, in this one place. A domain error has a message of its own; any other error is
 * logged and shown as the route's own message, with 503 where the database is unavailable. A forbidden action is reported
 * as a security event. A thrown response (a redirect) is thrown again.
 *
 * @param message the route's message for an unexpected error
 */
export function failureOf(
  error: unknown,
  message: string,
  context: Readonly<RouterContextProvider>,
): Failure {
  if (error instanceof Response) throw error;
  if (isDomainError(error)) {
    const { retryAfterSeconds: seconds, fieldErrors } = error;
    if (error.kind === 'forbidden') {
      reportSecurityEvent(context.get(domainContext), 'permission-denied', { reason: error.message });
    }
    const failure = { status: statusOf(error), message: error.message, fieldErrors };
    return seconds === undefined ? failure : { ...failure, headers: { 'Retry-After': String(seconds) } };
  }
  context.get(reportErrorContext)(error);
  return { status: statusOf(error), message: unavailableMessage(error) ?? message, fieldErrors: {} };
}

/** The status of any error: 503 where the database is unavailable, because trying again may help. */
export function statusOf(error: unknown): number {
  if (isDomainError(error)) return statusOfKind[error.kind];
  return isUnavailable(error) ? 503 : 500;
}

/** Why nothing could be saved, in words of its own where the database is unavailable for a known reason; else null. */
export function unavailableMessage(error: unknown): string | null {
  return isUnavailable(error) ? unavailableMessages[error.reason] : null;
}

/** Why nothing could be saved; null where the message of the route is enough. */
const unavailableMessages: Record<DatabaseUnavailable['reason'], string | null> = {
  away: null,
  'read-only': 'The database is read-only at the moment. Nothing can be saved.',
  'disk-full': 'The disk of this site is full. Nothing can be saved until there is room again.',
  'commit-unknown':
    'The database did not confirm this in time. It may be saved or not: look before you try again.',
};

/** For a loader to throw: the route's boundary shows the message, and the response has the status. */
export function refusal(error: unknown, message: string, context: Readonly<RouterContextProvider>) {
  const failure = failureOf(error, message, context);
  return data(
    { message: failure.message },
    { status: failure.status, ...(failure.headers ? { headers: failure.headers } : {}) },
  );
}

/** For an error boundary: the message that a loader threw with `refusal`; null for none and for anything else. */
export function messageOf(thrown: unknown): string | null {
  const message = fieldOf(thrown, 'message');
  return typeof message === 'string' && message !== '' ? message : null;
}
