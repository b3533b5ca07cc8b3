import { data, type RouterContextProvider } from 'react-router';

import type { DomainContext } from '#domain/context.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';

/** For screens whose address holds a token: no other site is sent it, and the forms of this site still send their origin. */
export const linkHeaders = { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'strict-origin' };

/** For the actions of these screens: a link that was used or has expired answers 410. */
export const linkStatuses = { 403: 410 };

export function tokenOf(url: URL): string {
  return url.searchParams.get('token') ?? '';
}

/** The same for a link to a screen that asks for a password, or speaks of one, which is different where none is used. */
export async function loadPasswordLink<Found>(
  args: { url: URL; context: Readonly<RouterContextProvider> },
  find: (ctx: DomainContext, token: string) => Promise<Found>,
) {
  const { signInWays } = args.context.get(domainContext);
  const loaded = await loadLink(args, find);
  return data({ ...loaded.data, signInWays }, loaded.init ?? {});
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
  try {
    const found = await find(context.get(domainContext), tokenOf(url));
    return data({ found }, { status: found ? 200 : 410 });
  } catch (error) {
    throw refusal(error, 'Something went wrong on our side. Please try again.', context);
  }
}
