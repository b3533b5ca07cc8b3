import type { MiddlewareFunction } from 'react-router';
import { requirePermission } from '#domain/auth/actor.ts';

import { domainContext } from './request-context.ts';
import { refusal } from './respond.ts';

/** The door of the inbox and the subscribers, behind that of the admin: editors are told that it is not theirs. */
export const requireInboxAccess: MiddlewareFunction<Response> = async ({ context }, next) => {
  try {
    requirePermission(context.get(domainContext), 'manage-inbox');
  } catch (error) {
    throw refusal(error, '', context);
  }
  return next();
};
