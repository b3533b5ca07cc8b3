import { requireActor, type Actor } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { forbidden, unproved } from '#domain/errors.ts';

/** How long a proof counts as fresh. Milliseconds. */
export const freshFor = 10 * 60_000;

/** A session whose user has just proved who they are. */
export type Proved = { actor: Actor; session: NonNullable<DomainContext['session']> };

/**
 * For what a session left open in another room must not allow: changing factors, roles, addresses; taking people's data.
 * @throws unproved when the last proof is older than ten minutes; forbidden for visitors.
 */
export function requireFreshProof(ctx: Pick<DomainContext, 'actor' | 'session'>): Proved {
  const actor = requireActor(ctx);
  const { session } = ctx;
  if (!session) throw forbidden('You must be signed in to do this.');
  // By the clock that wrote it: that of the database and ours differ by less than a second.
  if (Date.now() - session.provedAt.getTime() > freshFor) {
    throw unproved('Confirm that it is you to go on.');
  }
  return { actor, session };
}
