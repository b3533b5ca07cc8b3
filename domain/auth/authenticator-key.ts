import type { DomainContext } from '#domain/context.ts';

/** The key that encrypts the secrets of authenticator apps. */
export function authenticatorKey(ctx: Pick<DomainContext, 'deriveKey'>): Buffer {
  return ctx.deriveKey('authenticator secret');
}
