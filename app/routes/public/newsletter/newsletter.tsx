import { href } from 'react-router';

import type { Route } from './+types/newsletter';
import { domainContext } from '#app/http/request-context.ts';
import { siteContent } from '#app/site-content.ts';
import { subscribe, subscribeInput } from '#domain/newsletter/subscribe.ts';
import { runFormAction, formHeaders } from '../forms/form-result.ts';
import { NewsletterBox, newsletterFailure } from './newsletter-box.tsx';
import { publicMeta } from '../frame/public-page.ts';

export function loader({ context }: Route.LoaderArgs) {
  return { sendsEmail: context.get(domainContext).mail.isSetUp };
}

export function action({ request, context }: Route.ActionArgs) {
  return runFormAction(request, context, {
    schema: subscribeInput,
    store: (fields) => subscribe(context.get(domainContext), fields),
    failure: newsletterFailure,
  });
}

export const headers = formHeaders;

export function meta({ matches }: Route.MetaArgs) {
  return publicMeta(matches, {
    path: href('/newsletter'),
    title: siteContent.newsletter.page,
    description: siteContent.newsletter.text,
  });
}

/** What the newsletter box opens without script. */
export default function Newsletter({ actionData: result, loaderData }: Route.ComponentProps) {
  const { page, confirmationSent, subscribed } = siteContent.newsletter;
  return (
    <>
      <header className="page-width page-header">
        <h1>{page}</h1>
      </header>
      <NewsletterBox result={result} success={loaderData.sendsEmail ? confirmationSent : subscribed} />
    </>
  );
}
