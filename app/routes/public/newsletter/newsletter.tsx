import { href } from 'react-router';

import type { Route } from './+types/newsletter';
import { domainContext } from '#app/http/request-context.ts';
import { subscribe } from '#domain/newsletter/subscribe.ts';
import { visitorAction, formHeaders } from '../forms/form-result.ts';
import { NewsletterBox, newsletterFailure } from './newsletter-box.tsx';
import { publicMeta } from '../frame/public-page.ts';
import { wordsOf } from '../frame/site-words.ts';

export function loader({ context }: Route.LoaderArgs) {
  return { sendsEmail: context.get(domainContext).mail.isSetUp };
}

export const action = visitorAction(subscribe, newsletterFailure);

export const headers = formHeaders;

export function meta({ matches }: Route.MetaArgs) {
  return publicMeta(matches, {
    path: href('/newsletter'),
    title: 'Newsletter',
    description: wordsOf(matches, 'blog').newsletterText,
  });
}

/** The page that the newsletter box opens without script. */
export default function Newsletter({ actionData: result, loaderData }: Route.ComponentProps) {
  const success = loaderData.sendsEmail
    ? 'Almost done. We sent you an email: use the link in it to confirm your subscription.'
    : 'Thank you. You are on the list.';
  return (
    <>
      <header className="page-width page-header">
        <h1>Newsletter</h1>
      </header>
      <NewsletterBox result={result} success={success} />
    </>
  );
}
