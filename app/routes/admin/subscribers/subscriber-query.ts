import type { SubscriberQuery } from '#domain/newsletter/list-subscribers.ts';

/** What the address of the list asks for. */
export function subscriberQuery(params: URLSearchParams): SubscriberQuery {
  return { state: params.get('state') ?? '', search: params.get('q') ?? '' };
}
