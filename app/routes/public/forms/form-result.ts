import { data, type HeadersArgs, type RouterContextProvider } from 'react-router';

import { forOnePerson, sameForEverybody } from '#app/http/cache-control.ts';
import { textFields } from '#app/http/form-fields.ts';
import { readForm } from '#app/http/read-form.ts';
import { domainContext, reportErrorContext, type DomainContext } from '#app/http/request-context.ts';
import { campaignOf } from '#domain/analytics/campaign.ts';
import { type FieldErrors, isDomainError, isUnavailable } from '#domain/core/errors.ts';
import { parseUrl } from '#domain/fields/parse-url.ts';

/** The result of a submitted form. `typed` and `errors` are by field name. */
export type FormResult =
  | { stored: true }
  | {
      stored: false;
      /** A message about the form as a whole; null when there are only field errors. */
      message: string | null;
      typed: Record<string, string>;
      errors: FieldErrors;
    };

type ActionArgs = { request: Request; context: Readonly<RouterContextProvider> };

/**
 * The action of a form, which its verb stores. It answers with the matching status: 200, 422 (invalid), 429 (too many) or
 * 503.
 */
export function visitorAction(
  store: (ctx: DomainContext, fields: Record<string, string>) => Promise<unknown>,
  failure: string,
) {
  return async ({ request, context }: ActionArgs) => {
    const typed = withOrigin(textFields(await readForm(request)), request);
    const failed = (message: string | null, errors: FieldErrors = {}): FormResult => ({
      stored: false,
      message,
      typed,
      errors,
    });
    try {
      await store(context.get(domainContext), typed);
      return answer(200, { stored: true });
    } catch (error) {
      if (isDomainError(error) && error.kind === 'too-many') {
        return answer(429, failed(failure), error.retryAfterSeconds);
      }
      if (isDomainError(error)) {
        const isAtFields = Object.keys(error.fieldErrors).length > 0;
        return answer(422, failed(isAtFields ? null : error.message, error.fieldErrors));
      }
      context.get(reportErrorContext)(error);
      const isUnknown = isUnavailable(error) && error.reason === 'commit-unknown';
      return answer(503, failed(isUnknown ? unknownMessage : failure));
    }
  };
}

/** The connection was lost during the commit. Storing is idempotent, so sending the form again is safe. */
const unknownMessage =
  'We could not confirm that this was stored. Please send it again in a moment: we will store it only once.';

/** Fills in page and campaign from the `Referer` header when the script did not. */
function withOrigin(typed: Record<string, string>, request: Request): Record<string, string> {
  const from = parseUrl(request.headers.get('Referer') ?? '');
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
