import type { DomainContext } from '#app/http/request-context.ts';
import type { SignInWays } from '#domain/accounts/sign-in-ways.ts';
import { requireActor } from '#domain/core/actor.ts';

/** The user whose form it is, and how they sign in again when their session has ended. */
export type Writer = { userId: string; email: string; signInWays: SignInWays };

export function writerOf(domain: DomainContext): Writer {
  const { userId, email } = requireActor(domain);
  return { userId, email, signInWays: domain.signInWays };
}
