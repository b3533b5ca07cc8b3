import type { MiddlewareFunction } from 'react-router';

import { requireInbox } from '#domain/messages/require-inbox.ts';
import { domainContext } from './request-context.ts';
import { refusal } from './respond.ts';

/** The door of the inbox and the subscribers, behind that of the admin: editors are told that it is not theirs. */
export const requireInboxAccess: MiddlewareFunction<Response> = async ({ context }, next) => {
  try {
    requireInbox(context.get(domainContext));
  } catch (error) {
    throw refusal(error, '', context);
  }
  return next();
};
