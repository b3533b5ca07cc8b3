import type { MiddlewareFunction } from 'react-router';

import { requirePermission } from '#domain/actor.ts';

import { domainContext } from './request-context.ts';
import { refusal } from './respond.ts';

/** The guard of the inbox and the subscribers, after that of the admin: answers 403 to editors. */
export const requireInboxAccess: MiddlewareFunction<Response> = async ({ context }, next) => {
  try {
    requirePermission(context.get(domainContext), 'manage-inbox');
  } catch (error) {
    throw refusal(error, '', context);
  }
  return next();
};
