import { data, type HeadersArgs, type RouterContextProvider } from 'react-router';
import type { ZodType } from 'zod';

import { forOnePerson, sameForEverybody } from '#app/http/cache-control.ts';
import { textFields } from '#app/http/form-fields.ts';
import { readForm } from '#app/http/read-form.ts';
import { reportErrorContext } from '#app/http/request-context.ts';
import { campaignOf } from '#domain/analytics/campaign.ts';
import { isDomainError, isUnavailable } from '#domain/errors.ts';

/** What a form's page shows after it was sent. `typed` and `errors` are by field. */
export type FormResult =
  | { stored: true }
  | {
      stored: false;
      /** About the whole; null when the fields say it. */
      message: string | null;
      typed: Record<string, string>;
      errors: Record<string, string>;
    };

/**
 * Reads a form, has it stored, and says how that went under a true status. The schema is the verb's own: asked here for
 * a message beside every wrong field, where the verb stops at the first.
 *
 * @param form.failure the message for what is not the sender's error
 */
export async function runFormAction(
  request: Request,
  context: Readonly<RouterContextProvider>,
  form: { schema: ZodType; store: (fields: Record<string, string>) => Promise<unknown>; failure: string },
) {
  const typed = withOrigin(textFields(await readForm(request)), request);
  const errors = firstSentences(form.schema, typed);
  if (Object.keys(errors).length > 0) return answer(422, { stored: false, message: null, typed, errors });
  try {
    await form.store(typed);
    return answer(200, { stored: true });
  } catch (error) {
    if (isDomainError(error) && error.kind === 'too-many') {
      return answer(429, { stored: false, message: form.failure, typed, errors }, error.retryAfterSeconds);
    }
    if (isDomainError(error)) return answer(422, { stored: false, message: error.message, typed, errors });
    context.get(reportErrorContext)(error);
    const isUnknown = isUnavailable(error) && error.reason === 'commit-unknown';
    const message = isUnknown ? unknownSentence : form.failure;
    return answer(503, { stored: false, message, typed, errors });
  }
}

/** Of what is sent again it is known whether it came before. */
const unknownSentence =
  'We cannot tell right now whether this was stored. Please send it again in a moment: it will be stored only once.';

/** Where it was written and by which campaign its writer came, as the browser tells where no script did. */
function withOrigin(typed: Record<string, string>, request: Request): Record<string, string> {
  const from = URL.parse(request.headers.get('Referer') ?? '');
  if (from?.origin !== new URL(request.url).origin) return typed;
  return {
    ...typed,
    page: typed['page'] || from.pathname,
    campaign: typed['campaign'] || campaignOf(from.searchParams),
  };
}

/** The empty form is the same for everybody; what comes back from it is for the sender. */
export function formHeaders({ actionHeaders }: HeadersArgs): HeadersInit {
  return actionHeaders.has('Cache-Control') ? actionHeaders : sameForEverybody;
}

function answer(status: number, formAnswer: FormResult, retryAfterSeconds?: number) {
  const retry = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
  return data(formAnswer, { status, headers: { ...forOnePerson, ...retry } });
}

/** The first message about each wrong field. */
function firstSentences(schema: ZodType, fields: Record<string, unknown>): Record<string, string> {
  const parsed = schema.safeParse(fields);
  const messages: Record<string, string> = {};
  for (const { path, message } of parsed.error?.issues ?? []) {
    const [field] = path;
    if (typeof field === 'string') messages[field] ??= message;
  }
  return messages;
}
