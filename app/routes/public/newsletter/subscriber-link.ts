import { data, type RouterContextProvider } from 'react-router';

import { forOnePerson } from '#app/http/cache-control.ts';
import { textField } from '#app/http/form-fields.ts';
import { parseForm } from '#app/http/read-form.ts';
import { domainContext } from '#app/http/request-context.ts';
import { requirePost } from '#app/http/require-post.ts';
import { failureOf } from '#app/http/respond.ts';
import type { DomainContext } from '#domain/context.ts';

/** The URL holds a token: no cache may store it, and no other site may see it as the referrer. */
const headers = { ...forOnePerson, 'Referrer-Policy': 'strict-origin' };

export const linkHeaders = () => headers;

/** The token of a link in an email. Opening the link changes nothing: mail scanners open links too. */
export function tokenFromUrl(url: URL) {
  return { token: url.searchParams.get('token') ?? '' };
}

/** Runs a verb with the token, from the form or, as mail clients send it (RFC 8058), from the URL. */
export async function runLinkAction(
  { request, url, context }: { request: Request; url: URL; context: Readonly<RouterContextProvider> },
  verb: (ctx: DomainContext, token: string) => Promise<void>,
) {
  requirePost(request);
  const form = await parseForm(request);
  if (form === 'too-many-fields') throw data(null, { status: 400 });
  const sent = form === 'no-form' ? '' : textField(form, 'token');
  const token = sent || (url.searchParams.get('token') ?? '');
  try {
    await verb(context.get(domainContext), token);
    return data({ message: null }, { headers });
  } catch (error) {
    const failure = 'Something went wrong on our side. Please try again later.';
    const { status, message } = failureOf(error, failure, context);
    return data({ message }, { status, headers });
  }
}
