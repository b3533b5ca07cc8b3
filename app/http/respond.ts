import { data, type RouterContextProvider } from 'react-router';

import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import {
  isDomainError,
  isUnavailable,
  type DatabaseUnavailable,
  type DomainError,
  type FieldErrors,
} from '#domain/errors.ts';
import { domainContext, reportErrorContext } from './request-context.ts';

/** What went wrong, in HTTP's number and in words for the person at the screen. */
export type Failure = {
  status: number;
  message: string;
  /** What is wrong with each field of the form, by its name. */
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
 * The one translation of an error of a verb to HTTP. A domain error has a message of its own; anything else is an error, written
 * to the log and shown as the route's own message; where the database is unavailable, with 503. What was forbidden is a
 * security event. A thrown response (a redirect) is thrown on.
 *
 * @param message the route's words for an error
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
  const known = isUnavailable(error) ? unavailableMessage(error) : null;
  return { status: statusOf(error), message: known ?? message, fieldErrors: {} };
}

/** The status of any error: 503 where the database is unavailable, because trying again may help. */
export function statusOf(error: unknown): number {
  if (isDomainError(error)) return statusOfKind[error.kind];
  return isUnavailable(error) ? 503 : 500;
}

/** The reason why nothing could be saved; null where the message of the route is enough. */
function unavailableMessage({ reason }: DatabaseUnavailable): string | null {
  switch (reason) {
    case 'away':
      return null;
    case 'read-only':
      return 'The database is read-only at the moment. Nothing can be saved.';
    case 'disk-full':
      return 'The disk of this site is full. Nothing can be saved until there is room again.';
    case 'commit-unknown':
      return 'The database did not confirm this in time. It may be saved or not: look before you try again.';
  }
}

/** For a loader to throw: the route's boundary shows the message under the true status. */
export function refusal(error: unknown, message: string, context: Readonly<RouterContextProvider>) {
  const failure = failureOf(error, message, context);
  return data(
    { message: failure.message },
    { status: failure.status, ...(failure.headers ? { headers: failure.headers } : {}) },
  );
}

/** The message that a loader threw with `refusal`, in its boundary; null for anything else. */
export function messageOf(thrown: unknown): string | null {
  return typeof thrown === 'object' &&
    thrown !== null &&
    'message' in thrown &&
    typeof thrown.message === 'string'
    ? thrown.message
    : null;
}
