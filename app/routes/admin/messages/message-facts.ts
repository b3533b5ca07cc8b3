import { href } from 'react-router';

import type { Message } from '#domain/messages/get-message.ts';
import { kindNames } from '#domain/messages/message-status.ts';
import { stageLabel } from '#domain/messages/service-parameters.ts';

type ShownMessage = Pick<
  Message,
  | 'kind'
  | 'name'
  | 'email'
  | 'phone'
  | 'industry'
  | 'businessStage'
  | 'fundingToDate'
  | 'page'
  | 'campaign'
  | 'referrerHost'
  | 'lastPost'
> & { received: string };

/** `to`: the inbox with what has the same in common. */
type Fact = { name: string; value: string; to?: string };

/** What is known of a message beside its text; what was not given is left out. */
export function factsOf(message: ShownMessage): Fact[] {
  const facts: [string, string | null, Record<string, string>?][] = [
    ['From', message.name],
    ['Email', message.email],
    ['Phone', message.phone],
    ['Industry', message.industry],
    ['Business stage', message.businessStage === null ? null : stageLabel(message.businessStage)],
    ['Funding to date', message.fundingToDate],
    ['Kind', kindNames[message.kind]],
    ['Received', message.received],
    ['Came from page', message.page],
    ['Came from site', message.referrerHost, { source: message.referrerHost }],
    ['Campaign', message.campaign, { campaign: message.campaign }],
    ['Last post read', message.lastPost?.title ?? null, { post: message.lastPost?.id ?? '' }],
  ];
  return facts.flatMap(([name, value, filter]) => {
    if (!value) return [];
    return [
      filter
        ? { name, value, to: `${href('/admin/messages')}?${new URLSearchParams(filter)}` }
        : { name, value },
    ];
  });
}
