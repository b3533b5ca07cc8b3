import type { Route } from './+types/newsletter-confirm';
import { confirmSubscription } from '#domain/newsletter/confirm-subscription.ts';
import { askedOf, carryOut, linkHeaders } from './subscriber-link.ts';
import { SubscriberConfirmation } from './subscriber-confirmation.tsx';
import { publicMeta } from '../frame/public-page.ts';

export function loader({ url }: Route.LoaderArgs) {
  return askedOf(url);
}

export function action(args: Route.ActionArgs) {
  return carryOut(args, confirmSubscription);
}

export const headers = linkHeaders;

export function meta({ matches }: Route.MetaArgs) {
  return [
    ...publicMeta(matches, {
      path: '/newsletter/confirm',
      title: 'Confirm subscription',
      description: 'Do you want letters from us to this address?',
    }),
    { name: 'robots', content: 'noindex, nofollow' },
  ];
}

export default function NewsletterConfirm({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SubscriberConfirmation
      heading="Confirm subscription"
      question="Do you want letters from us to this address?"
      button="Confirm subscription"
      done="Your subscription is confirmed."
      token={loaderData.token}
      answer={actionData}
    />
  );
}
