import type { DomainContext } from '#domain/context.ts';
import { requireActor } from '#domain/actor.ts';

/** The user whose form it is. */
export type Writer = { userId: string; email: string };

export function writerOf(domain: DomainContext): Writer {
  const { userId, email } = requireActor(domain);
  return { userId, email };
}
