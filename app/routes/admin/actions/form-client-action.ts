import { data, isRouteErrorResponse } from 'react-router';

import { passAnswerOn } from './answers.ts';
import {
  failureMessage,
  typedFields,
  type ActionFailure,
  type ActionResult,
  type FailureMessages,
  type FormOptions,
  type TypedFields,
} from './action-result.ts';

/**
 * The arguments that the router passes to a `clientAction`, as far as it is needed. `serverAction` is a `formAction`.
 */
type ClientActionArgs = { request: Request; serverAction: () => Promise<ActionResult> };

/**
 * The `clientAction` that belongs to `formAction`: a failed connection or an ended session is an answer too, so the
 * screen and what was typed stay. A redirect is thrown on.
 */
export function formClientAction<Intent extends string>(
  failures: FailureMessages<Intent>,
  options: FormOptions<Intent> = {},
) {
  return async ({ request, serverAction }: ClientActionArgs) => {
    const form = await request.clone().formData();
    const message = failureMessage(failures, form, options);
    return passAnswerOn(form, withNetworkFallback(serverAction(), message, typedFields(form, options)));
  };
}

/** Milliseconds. Longer than the server waits for the body of a request. */
const timeout = 75_000;

const timedOut = Symbol('timed out');

/**
 * The answer of the server's action, or a failure when there is none: the guard refused the request (with a message of
 * its own), the connection failed, or no answer came in time. The status of the failure keeps the router from reloading
 * the screen, which would fail as well and lose what was typed. A redirect is thrown on.
 */
export async function withNetworkFallback<Answer>(
  answer: Promise<Answer>,
  message: string,
  typed: TypedFields = {},
) {
  try {
    return await withTimeout(answer);
  } catch (error) {
    if (error instanceof Response) throw error;
    const failure = {
      ok: false,
      fieldErrors: {},
      details: null,
      typed,
      ...failureOf(error, message),
    } as const;
    return data<ActionResult>(failure, { status: failure.status });
  }
}

function failureOf(error: unknown, message: string): Pick<ActionFailure, 'status' | 'failedAt' | 'message'> {
  if (error === timedOut) return { status: 503, failedAt: 'timeout', message };
  if (!isRouteErrorResponse(error)) return { status: 503, failedAt: 'connection', message };
  const { status, data: text } = error;
  return { status, failedAt: 'request', message: isMessage(text) ? text : message };
}

/** A proxy before the server may answer with a page of its own, or with nothing. */
function isMessage(text: unknown): text is string {
  return typeof text === 'string' && text !== '' && !text.includes('<');
}

/** Rejects when no answer comes in time: a connection can be dead without an error. */
function withTimeout<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, timeout, timedOut);
    void answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
