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
    path: '/newsletter',
    title: 'Newsletter',
    description: siteContent.newsletter.text,
  });
}

/** Where the newsletter box leads without script. */
export default function Newsletter({ actionData: answer, loaderData }: Route.ComponentProps) {
  return (
    <>
      <header className="sheet page-head">
        <h1>Newsletter</h1>
      </header>
      <NewsletterBox
        answer={answer}
        success={
          loaderData.sendsEmail
            ? 'Almost done: please confirm by the link in the letter that is on its way to you.'
            : 'Thank you. Your address is on the list.'
        }
      />
    </>
  );
}
