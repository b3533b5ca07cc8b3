import type { Auth, Browser } from '#domain/auth/auth.ts';

/** The browser that sent a request, for a sign-in. */
export function browserOf(request: Request, auth: Pick<Auth, 'readDevice'>): Browser {
  return { userAgent: request.headers.get('user-agent'), device: auth.readDevice(request.headers) };
}
