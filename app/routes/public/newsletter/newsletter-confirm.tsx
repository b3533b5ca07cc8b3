import { href } from 'react-router';

import type { Route } from './+types/newsletter-confirm';
import { confirmSubscription } from '#domain/newsletter/confirm-subscription.ts';
import { siteContent } from '#app/site-content.ts';
import { tokenFromUrl, runLinkAction, linkHeaders } from './subscriber-link.ts';
import { SubscriberConfirmation } from './subscriber-confirmation.tsx';
import { publicMeta } from '../frame/public-page.ts';

const texts = siteContent.newsletter.confirm;

export function loader({ url }: Route.LoaderArgs) {
  return tokenFromUrl(url);
}

export function action(args: Route.ActionArgs) {
  return runLinkAction(args, confirmSubscription);
}

export const headers = linkHeaders;

export function meta({ matches }: Route.MetaArgs) {
  return [
    ...publicMeta(matches, {
      path: href('/newsletter/confirm'),
      title: texts.heading,
      description: texts.question,
    }),
    { name: 'robots', content: 'noindex, nofollow' },
  ];
}

export default function NewsletterConfirm({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SubscriberConfirmation
      texts={texts}
      button="Confirm subscription"
      token={loaderData.token}
      result={actionData}
    />
  );
}
