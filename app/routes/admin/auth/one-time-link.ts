import { data, type RouterContextProvider } from 'react-router';

import type { DomainContext } from '#domain/context.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';

/** For the actions of screens that a one-time link leads to: one that was used or has expired answers 410. */
export const linkStatuses = { 403: 410 };

export function tokenOf(url: URL): string {
  return url.searchParams.get('token') ?? '';
}

/**
 * The loader of a screen that a one-time link leads to. Opening the link changes nothing: email programs open links too.
 *
 * @param find finds what the token is for; null or false when it was used or has expired, answered with 410
 */
export async function loadLink<Found>(
  { url, context }: { url: URL; context: Readonly<RouterContextProvider> },
  find: (ctx: DomainContext, token: string) => Promise<Found>,
) {
  const domain = context.get(domainContext);
  try {
    const found = await find(domain, tokenOf(url));
    return data({ found, signInWays: domain.signInWays }, { status: found ? 200 : 410 });
  } catch (error) {
    throw refusal(error, 'Something went wrong on our side. Please try again.', context);
  }
}
