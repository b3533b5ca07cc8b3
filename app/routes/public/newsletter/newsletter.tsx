import { href } from 'react-router';

import type { Route } from './+types/newsletter';
import { domainContext } from '#app/http/request-context.ts';
import { subscribe } from '#domain/newsletter/subscribe.ts';
import { runFormAction, formHeaders } from '../forms/form-result.ts';
import { NewsletterBox, newsletterFailure } from './newsletter-box.tsx';
import { publicMeta } from '../frame/public-page.ts';
import { useWords, wordsOf } from '../frame/site-words.ts';

export function loader({ context }: Route.LoaderArgs) {
  return { sendsEmail: context.get(domainContext).mail.isSetUp };
}

export function action({ request, context }: Route.ActionArgs) {
  return runFormAction(request, context, {
    store: (fields) => subscribe(context.get(domainContext), fields),
    failure: newsletterFailure,
  });
}

export const headers = formHeaders;

export function meta({ matches }: Route.MetaArgs) {
  const words = wordsOf(matches, 'blog');
  return publicMeta(matches, {
    path: href('/newsletter'),
    title: words.newsletterPage,
    description: words.newsletterText,
  });
}

/** What the newsletter box opens without script. */
export default function Newsletter({ actionData: result, loaderData }: Route.ComponentProps) {
  const { newsletterPage, confirmationSent, subscribed } = useWords('blog');
  return (
    <>
      <header className="page-width page-header">
        <h1>{newsletterPage}</h1>
      </header>
      <NewsletterBox result={result} success={loaderData.sendsEmail ? confirmationSent : subscribed} />
    </>
  );
}
