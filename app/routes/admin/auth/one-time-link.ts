import { data, type RouterContextProvider } from 'react-router';

import { domainContext, type DomainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import type { FailureMessages, FormOptions } from '../actions/action-result.ts';
import { formAction, type FormVerb } from '../actions/form-action.ts';

export function tokenOf(url: URL): string {
  return url.searchParams.get('token') ?? '';
}

/**
 * The loader of a screen that a one-time link leads to. Opening the link changes nothing: email programs open links too.
 *
 * @param find finds what the token is for; null or false when it was used or has expired, answered with 410
 */
export function linkLoader<Found>(find: (ctx: DomainContext, token: string) => Promise<Found>) {
  return async ({ url, context }: { url: URL; context: Readonly<RouterContextProvider> }) => {
    const domain = context.get(domainContext);
    try {
      const found = await find(domain, tokenOf(url));
      return data({ found, signInWays: domain.signInWays }, { status: found ? 200 : 410 });
    } catch (error) {
      throw refusal(error, 'Something went wrong on our side. Please try again.', context);
    }
  };
}

/** The `formAction` of such a screen: a link that was used or has expired is answered with 410. */
export function linkAction<Intent extends string>(
  failures: FailureMessages<Intent>,
  verbs: Readonly<Record<Intent, FormVerb>>,
  options: FormOptions<Intent> = {},
) {
  return formAction(failures, verbs, { ...options, statuses: { 403: 410 } });
}
