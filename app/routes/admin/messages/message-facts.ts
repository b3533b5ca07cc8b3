import type { Message } from '#domain/messages/get-message.ts';
import { kindNames } from '#domain/messages/message-status.ts';
import { stageLabel } from '#domain/messages/service-parameters.ts';

type Told = Pick<
  Message,
  'kind' | 'name' | 'email' | 'phone' | 'industry' | 'businessStage' | 'fundingToDate' | 'page' | 'campaign'
> & { received: string };

/** What is known of a message beside its text; what was not given is left out. */
export function factsOf(message: Told): { name: string; value: string }[] {
  const facts: [string, string | null][] = [
    ['From', message.name],
    ['Email', message.email],
    ['Phone', message.phone],
    ['Industry', message.industry],
    ['Business stage', message.businessStage === null ? null : stageLabel(message.businessStage)],
    ['Funding to date', message.fundingToDate],
    ['Kind', kindNames[message.kind]],
    ['Received', message.received],
    ['Came from page', message.page],
    ['Campaign', message.campaign],
  ];
  return facts.flatMap(([name, value]) => (value ? [{ name, value }] : []));
}
