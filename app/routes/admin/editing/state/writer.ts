import type { DomainContext } from '#app/http/request-context.ts';
import { requireActor, type SignInWays } from '#domain/core/context.ts';

/** The user whose form it is, and how they sign in again when their session has ended. */
export type Writer = { userId: string; email: string; signInWays: SignInWays };

export function writerOf(domain: DomainContext): Writer {
  const { userId, email } = requireActor(domain);
  return { userId, email, signInWays: domain.signInWays };
}
