import { href } from 'react-router';

import type { Route } from './+types/newsletter-unsubscribe';
import { endSubscription } from '#domain/newsletter/end-subscription.ts';
import { siteContent } from '#app/site-content.ts';
import { tokenFromUrl, runLinkAction, linkHeaders } from './subscriber-link.ts';
import { SubscriberConfirmation } from './subscriber-confirmation.tsx';
import { publicMeta } from '../frame/public-page.ts';

const texts = siteContent.newsletter.unsubscribe;

export function loader({ url }: Route.LoaderArgs) {
  return tokenFromUrl(url);
}

export function action(args: Route.ActionArgs) {
  return runLinkAction(args, endSubscription);
}

export const headers = linkHeaders;

export function meta({ matches }: Route.MetaArgs) {
  return [
    ...publicMeta(matches, {
      path: href('/newsletter/unsubscribe'),
      title: texts.heading,
      description: texts.question,
    }),
    { name: 'robots', content: 'noindex, nofollow' },
  ];
}

export default function NewsletterUnsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SubscriberConfirmation texts={texts} button="Unsubscribe" token={loaderData.token} result={actionData} />
  );
}
