import { href, redirect, type RouterContextProvider } from 'react-router';

import { isDomainError } from '#domain/core/errors.ts';
import { domainContext, type DomainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';

export type ScreenRequest<Params> = {
  request: Request;
  params: Params;
  url: URL;
  context: Readonly<RouterContextProvider>;
};

type Load<Loaded, Params> = (domain: DomainContext, request: ScreenRequest<Params>) => Promise<Loaded>;

/** The loader of a screen. For an error without a message of its own, the `handle` of the screen has one. */
export function screenLoader<Loaded, Params = unknown>(load: Load<Loaded, Params>) {
  return fileLoader('', load);
}

/**
 * The loader of a file: its errors are answered with their statuses, and who has to prove first who they are is led there
 * and back.
 * @param failure the message of an error that has none of its own
 */
export function fileLoader<Loaded, Params = unknown>(failure: string, load: Load<Loaded, Params>) {
  return async (sent: ScreenRequest<Params>) => {
    const { context, url } = sent;
    try {
      return await load(context.get(domainContext), sent);
    } catch (error) {
      if (isDomainError(error) && error.kind === 'unproved')
        throw redirect(`${href('/admin/prove')}?from=${encodeURIComponent(url.pathname + url.search)}`);
      throw refusal(error, failure, context);
    }
  };
}
