import type { MiddlewareFunction } from 'react-router';

import { requirePermission } from '#domain/actor.ts';
import type { Permission } from '#domain/permissions.ts';

import { domainContext } from './request-context.ts';
import { refusal } from './respond.ts';

/** The guard of screens that not every role may open, after that of the admin: answers 403 to the others. */
export function requireAccess(permission: Permission): MiddlewareFunction<Response> {
  return async ({ context }, next) => {
    try {
      requirePermission(context.get(domainContext), permission);
    } catch (error) {
      throw refusal(error, '', context);
    }
    return next();
  };
}
