import { data, type HeadersArgs, type RouterContextProvider } from 'react-router';
import type { ZodType } from 'zod';

import { forOnePerson, sameForEverybody } from '#app/http/cache-control.ts';
import { textFields } from '#app/http/form-fields.ts';
import { readForm } from '#app/http/read-form.ts';
import { reportErrorContext } from '#app/http/request-context.ts';
import { campaignOf } from '#domain/analytics/campaign.ts';
import { isDomainError, isUnavailable } from '#domain/errors.ts';
import { maxChosen } from '#domain/newsletter/preferences.ts';

/** The result of a submitted form. `typed` and `errors` are by field name. */
export type FormResult =
  | { stored: true }
  | {
      stored: false;
      /** A message about the form as a whole; null when there are only field errors. */
      message: string | null;
      typed: Record<string, string>;
      errors: Record<string, string>;
    };

/**
 * Parses a form, stores it and answers with the matching status: 200, 422 (invalid), 429 (too many) or 503. The schema is
 * that of the verb, checked here for a message at every invalid field, because the verb stops at the first.
 *
 * @param form.lists fields with several values, which become one: the values separated by spaces
 * @param form.failure the message when storing fails
 */
export async function runFormAction(
  request: Request,
  context: Readonly<RouterContextProvider>,
  form: {
    schema: ZodType;
    lists?: readonly string[];
    store: (fields: Record<string, string>) => Promise<unknown>;
    failure: string;
  },
) {
  const sent = await readForm(request, form.lists ? maxChosen : 0);
  const typed = withOrigin({ ...textFields(sent), ...joinedLists(sent, form.lists) }, request);
  const errors = fieldErrors(form.schema, typed);
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
    const message = isUnknown ? unknownMessage : form.failure;
    return answer(503, { stored: false, message, typed, errors });
  }
}

/** The values of each list, separated by spaces. */
export function joinedLists(form: FormData, names: readonly string[] = []): Record<string, string> {
  const joined = (name: string) => form.getAll(name).filter((value) => typeof value === 'string');
  return Object.fromEntries(names.map((name) => [name, joined(name).join(' ')]));
}

/** The connection was lost during the commit. Storing is idempotent, so sending the form again is safe. */
const unknownMessage =
  'We could not confirm that this was stored. Please send it again in a moment: we will store it only once.';

/** Fills in page and campaign from the `Referer` header when the script did not. */
function withOrigin(typed: Record<string, string>, request: Request): Record<string, string> {
  const from = URL.parse(request.headers.get('Referer') ?? '');
  if (from?.origin !== new URL(request.url).origin) return typed;
  return {
    ...typed,
    page: typed['page'] || from.pathname,
    campaign: typed['campaign'] || campaignOf(from.searchParams),
  };
}

/** The empty form may be cached for all visitors; the answer to a submission may not. */
export function formHeaders({ actionHeaders }: HeadersArgs): HeadersInit {
  return actionHeaders.has('Cache-Control') ? actionHeaders : sameForEverybody;
}

function answer(status: number, formAnswer: FormResult, retryAfterSeconds?: number) {
  const retry = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
  return data(formAnswer, { status, headers: { ...forOnePerson, ...retry } });
}

/** The first error message of each invalid field. */
function fieldErrors(schema: ZodType, fields: Record<string, unknown>): Record<string, string> {
  const parsed = schema.safeParse(fields);
  const messages: Record<string, string> = {};
  for (const { path, message } of parsed.error?.issues ?? []) {
    const [field] = path;
    if (typeof field === 'string') messages[field] ??= message;
  }
  return messages;
}
