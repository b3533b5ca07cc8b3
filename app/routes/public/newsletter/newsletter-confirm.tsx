import { href } from 'react-router';

import type { Route } from './+types/newsletter-confirm';
import { confirmSubscription } from '#domain/newsletter/subscription-links.ts';
import { tokenFromUrl, runLinkAction, linkHeaders } from './subscriber-link.ts';
import { SubscriberConfirmation } from './subscriber-confirmation.tsx';
import { publicMeta } from '../frame/public-page.ts';
import { useWords, wordsOf } from '../frame/site-words.ts';

export function loader({ url }: Route.LoaderArgs) {
  return tokenFromUrl(url);
}

export function action(args: Route.ActionArgs) {
  return runLinkAction(args, confirmSubscription);
}

export const headers = linkHeaders;

export function meta({ matches }: Route.MetaArgs) {
  const { confirmHeading: title, confirmQuestion: description } = wordsOf(matches, 'blog');
  return [
    ...publicMeta(matches, {
      path: href('/newsletter/confirm'),
      title,
      description,
    }),
    { name: 'robots', content: 'noindex, nofollow' },
  ];
}

export default function NewsletterConfirm({ loaderData, actionData }: Route.ComponentProps) {
  const { confirmHeading: heading, confirmQuestion: question, confirmDone: done } = useWords('blog');
  return (
    <SubscriberConfirmation
      texts={{ heading, question, done }}
      button="Confirm subscription"
      token={loaderData.token}
      result={actionData}
    />
  );
}
