import type { Route } from './+types/newsletter-unsubscribe';
import { endSubscription } from '#domain/newsletter/end-subscription.ts';
import { askedOf, carryOut, linkHeaders } from './subscriber-link.ts';
import { SubscriberConfirmation } from './subscriber-confirmation.tsx';
import { publicMeta } from '../frame/public-page.ts';

export function loader({ url }: Route.LoaderArgs) {
  return askedOf(url);
}

export function action(args: Route.ActionArgs) {
  return carryOut(args, endSubscription);
}

export const headers = linkHeaders;

export function meta({ matches }: Route.MetaArgs) {
  return [
    ...publicMeta(matches, {
      path: '/newsletter/unsubscribe',
      title: 'Unsubscribe',
      description: 'Do you want no more letters to this address?',
    }),
    { name: 'robots', content: 'noindex, nofollow' },
  ];
}

export default function NewsletterUnsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SubscriberConfirmation
      heading="Unsubscribe"
      question="Do you want no more letters to this address?"
      button="Unsubscribe"
      done="You are unsubscribed. No more letters will come."
      token={loaderData.token}
      answer={actionData}
    />
  );
}
