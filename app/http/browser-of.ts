import type { Browser } from '#domain/accounts/auth.ts';
import { readDevice } from '#domain/accounts/sessions/devices.ts';
import type { DomainContext } from './request-context.ts';

/** The browser that sent a request, for a sign-in. */
export function browserOf({ headers }: Request, { origin }: Pick<DomainContext, 'origin'>): Browser {
  return { userAgent: headers.get('user-agent'), device: readDevice(headers, origin) };
}
