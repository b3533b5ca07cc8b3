import { href, redirect, type RouterContextProvider } from 'react-router';

import type { DomainContext } from '#domain/context.ts';
import { isDomainError } from '#domain/errors.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';

type ScreenRequest<Params> = {
  request: Request;
  params: Params;
  url: URL;
  context: Readonly<RouterContextProvider>;
};

/**
 * The loader of a screen or a file: its errors are answered with their statuses, and who has to prove first who they are is
 * led there and back.
 * @param failure the message of an error that has none of its own
 */
export function screenLoader<Loaded, Params = unknown>(
  failure: string,
  load: (domain: DomainContext, request: ScreenRequest<Params>) => Promise<Loaded>,
) {
  return async ({ request, params, url, context }: ScreenRequest<Params>) => {
    try {
      return await load(context.get(domainContext), { request, params, url, context });
    } catch (error) {
      if (isDomainError(error) && error.kind === 'unproved')
        throw redirect(`${href('/admin/prove')}?from=${encodeURIComponent(url.pathname + url.search)}`);
      throw refusal(error, failure, context);
    }
  };
}
