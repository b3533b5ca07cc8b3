import { keysOf } from '#domain/core/keys-of.ts';

/** Events that a webhook can be told of, by their type in the body, with their names on the screen. */
export const eventNames = {
  'message.created': 'Message',
  'application.created': 'JV application',
  'subscriber.confirmed': 'Confirmed subscriber',
  'post.published': 'Post published',
  'post.updated': 'Published post changed',
  'post.hidden': 'Post hidden',
} as const;

export type EventType = keyof typeof eventNames;

export const eventTypes = keysOf(eventNames);

/** The event that a person sends to try a webhook. */
export const testEvent = 'test';

/** The name of an event on the screen. */
export function eventName(type: string): string {
  const names: Readonly<Record<string, string>> = { ...eventNames, [testEvent]: 'Test' };
  return names[type] ?? type;
}
