import { href } from 'react-router';

import type { Route } from './+types/newsletter-unsubscribe';
import { endSubscription } from '#domain/newsletter/subscription-links.ts';
import { tokenFromUrl, runLinkAction, linkHeaders } from './subscriber-link.ts';
import { SubscriberConfirmation } from './subscriber-confirmation.tsx';
import { publicMeta } from '../frame/public-page.ts';
import { useWords, wordsOf } from '../frame/site-words.ts';

export function loader({ url }: Route.LoaderArgs) {
  return tokenFromUrl(url);
}

export function action(args: Route.ActionArgs) {
  return runLinkAction(args, endSubscription);
}

export const headers = linkHeaders;

export function meta({ matches }: Route.MetaArgs) {
  const { unsubscribeHeading: title, unsubscribeQuestion: description } = wordsOf(matches, 'blog');
  return [
    ...publicMeta(matches, {
      path: href('/newsletter/unsubscribe'),
      title,
      description,
    }),
    { name: 'robots', content: 'noindex, nofollow' },
  ];
}

export default function NewsletterUnsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const {
    unsubscribeHeading: heading,
    unsubscribeQuestion: question,
    unsubscribeDone: done,
  } = useWords('blog');
  return (
    <SubscriberConfirmation
      texts={{ heading, question, done }}
      button="Unsubscribe"
      token={loaderData.token}
      result={actionData}
    />
  );
}
