import type { SubscriberQuery } from '#domain/newsletter/list-subscribers.ts';

/** The query in the address of the list. */
export function subscriberQuery(params: URLSearchParams): SubscriberQuery {
  return { state: params.get('state') ?? '', search: params.get('q') ?? '' };
}
