import { data, type RouterContextProvider } from 'react-router';

import { forOnePerson } from '#app/http/cache-control.ts';
import { textField } from '#app/http/form-fields.ts';
import { parseForm } from '#app/http/read-form.ts';
import { domainContext } from '#app/http/request-context.ts';
import { requirePost } from '#app/http/require-post.ts';
import { failureOf } from '#app/http/respond.ts';
import type { DomainContext } from '#domain/context.ts';

/** The address holds a token: it is kept nowhere and told to nobody. */
const headers = { ...forOnePerson, 'Referrer-Policy': 'strict-origin' };

export const linkHeaders = () => headers;

/** The question of a page that a letter's link opens: looking changes nothing, whoever looks. */
export function askedOf(url: URL) {
  return { token: url.searchParams.get('token') ?? '' };
}

/** Carries it out; the token comes in the form, or in the address as mailboxes send it (RFC 8058). */
export async function carryOut(
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
    const { status, message } = failureOf(error, 'That did not work. Please try again later.', context);
    return data({ message }, { status, headers });
  }
}
