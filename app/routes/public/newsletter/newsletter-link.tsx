import { href, useLocation } from 'react-router';

import type { Route } from './+types/newsletter-link';
import { confirmSubscription, endSubscription } from '#domain/newsletter/subscription-links.ts';
import { publicMeta } from '../frame/public-page.ts';
import { linkHeaders, runLinkAction, tokenFromUrl } from './subscriber-link.ts';

const confirm = {
  heading: 'Confirm your subscription',
  question: 'Do you want new posts sent to this email address?',
  done: 'Your subscription is confirmed.',
  path: href('/newsletter/confirm'),
  verb: confirmSubscription,
  button: 'Confirm subscription',
};
const unsubscribe = {
  heading: 'Unsubscribe',
  question: 'Do you want to stop receiving our emails at this address?',
  done: 'You are unsubscribed. We will not email this address again.',
  path: href('/newsletter/unsubscribe'),
  verb: endSubscription,
  button: 'Unsubscribe',
};

/** The page of one of the two links in the emails of the newsletter. */
function pageAt({ pathname }: { pathname: string }) {
  return pathname === unsubscribe.path ? unsubscribe : confirm;
}

export function loader({ url }: Route.LoaderArgs) {
  return tokenFromUrl(url);
}

export function action(args: Route.ActionArgs) {
  return runLinkAction(args, pageAt(args.url).verb);
}

export const headers = linkHeaders;

export function meta({ matches, location }: Route.MetaArgs) {
  const { heading, question, path } = pageAt(location);
  return [
    ...publicMeta(matches, {
      path,
      title: heading,
      description: question,
    }),
    { name: 'robots', content: 'noindex, nofollow' },
  ];
}

/** A question with one button, or the result after the button was pressed. */
export default function NewsletterLink({ loaderData: { token }, actionData: result }: Route.ComponentProps) {
  const { heading, question, done, button } = pageAt(useLocation());
  return (
    <section className="page-width page-header">
      <h1>{heading}</h1>
      {result ? (
        <>
          <p className="lead" role={result.message === null ? 'status' : 'alert'}>
            {result.message ?? done}
          </p>
          {result.message !== null && <p>Please use the link in the newest email that you got from us.</p>}
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
