import { data, href, useLocation } from 'react-router';

import type { Route } from './+types/newsletter-link';
import { forOnePerson } from '#app/http/cache-control.ts';
import { textField } from '#app/http/form-fields.ts';
import { parseForm, requirePost } from '#app/http/read-form.ts';
import { domainContext } from '#app/http/request-context.ts';
import { failureOf } from '#app/http/respond.ts';
import { confirmSubscription, endSubscription } from '#domain/newsletter/subscription-links.ts';
import { publicMeta } from '../frame/public-page.ts';

const confirm = {
  heading: 'Confirm your subscription',
  question: 'Do you want new posts sent to this email address?',
  doneHeading: 'You are subscribed',
  done: 'Your subscription is confirmed.',
  next: 'New posts come to this address. Every email has a link to unsubscribe.',
  path: href('/newsletter/confirm'),
  verb: confirmSubscription,
  button: 'Confirm subscription',
};
const unsubscribe = {
  heading: 'Unsubscribe',
  question: 'Do you want to stop receiving our emails at this address?',
  doneHeading: 'Unsubscribed',
  done: 'You are unsubscribed. We will not email this address again.',
  next: 'You can subscribe again at any time.',
  path: href('/newsletter/unsubscribe'),
  verb: endSubscription,
  button: 'Unsubscribe',
};

/** The page of one of the two links in the emails of the newsletter. */
function pageAt({ pathname }: { pathname: string }) {
  return pathname === unsubscribe.path ? unsubscribe : confirm;
}

/** The URL holds a token: no cache may store it, and no other site may see it as the referrer. */
const privately = { ...forOnePerson, 'Referrer-Policy': 'strict-origin' };

export const headers = () => privately;

/** The token of a link in an email. Opening the link changes nothing: mail scanners open links too. */
export function loader({ url }: Route.LoaderArgs) {
  return { token: url.searchParams.get('token') ?? '' };
}

/** Runs a verb with the token, from the form or, as mail clients send it (RFC 8058), from the URL. */
export async function action({ request, url, context }: Route.ActionArgs) {
  requirePost(request);
  const form = await parseForm(request);
  if (form === 'too-many-fields') throw data(null, { status: 400 });
  const sent = form === 'no-form' ? '' : textField(form, 'token');
  try {
    await pageAt(url).verb(context.get(domainContext), sent || (url.searchParams.get('token') ?? ''));
    return data({ message: null }, { headers: privately });
  } catch (error) {
    const failure = 'Something went wrong on our side. Please try again later.';
    const { status, message } = failureOf(error, failure, context);
    return data({ message }, { status, headers: privately });
  }
}

export function meta({ matches, location }: Route.MetaArgs) {
  const { heading, question, path } = pageAt(location);
  return publicMeta(matches, { path, title: heading, description: question, hidden: true });
}

/** A question with one button, or the result after the button was pressed. */
export default function NewsletterLink({ loaderData: { token }, actionData: result }: Route.ComponentProps) {
  const { heading, question, doneHeading, done, next, button } = pageAt(useLocation());
  const isDone = result?.message === null;
  return (
    <section className="page-width page-header">
      <h1>{isDone ? doneHeading : heading}</h1>
      {result ? (
        <>
          <p className="lead" role={isDone ? 'status' : 'alert'}>
            {result.message ?? done}
          </p>
          {isDone ? (
            <>
              <p>{next}</p>
              <p>
                <a className="button" href={href('/blog')}>
                  Read the blog
                </a>
              </p>
            </>
          ) : (
            <p>Please use the link in the newest email that you got from us.</p>
          )}
        </>
      ) : (
        <>
          <p className="lead">{question}</p>
          <form method="post">
            <input type="hidden" name="token" value={token} />
            <button className="button" type="submit">
              {button}
            </button>
          </form>
        </>
      )}
    </section>
  );
}
