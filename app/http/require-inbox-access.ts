import type { MiddlewareFunction } from 'react-router';

import { requireInbox } from '#domain/messages/require-inbox.ts';
import { domainContext } from './request-context.ts';
import { refusal } from './respond.ts';

/** The guard of the inbox and the subscribers, after that of the admin: answers 403 to editors. */
export const requireInboxAccess: MiddlewareFunction<Response> = async ({ context }, next) => {
  try {
    requireInbox(context.get(domainContext));
  } catch (error) {
    throw refusal(error, '', context);
  }
  return next();
};
