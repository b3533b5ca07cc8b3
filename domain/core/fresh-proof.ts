import type { SignInFactor } from '#db/tables.ts';
import { requireActor, type Core, type Actor } from './context.ts';
import { forbidden, unproved } from '#domain/core/errors.ts';

/** How long a proof counts as fresh. Milliseconds. */
const freshFor = 10 * 60_000;

export type OwnSession = {
  /** The session of the actor; null for a visitor and for the process itself. */
  session: { id: string; factor: SignInFactor; provedAt: Date } | null;
};

export type SignedIn = { actor: Actor; session: NonNullable<OwnSession['session']> };

/** @throws forbidden for visitors and for the process itself. */
export function requireSession(ctx: Pick<Core, 'actor'> & OwnSession): SignedIn {
  const actor = requireActor(ctx);
  if (!ctx.session) throw forbidden('You must be signed in to do this.');
  return { actor, session: ctx.session };
}

/**
 * For what a session left open in another room must not allow: changing factors, roles, addresses; taking people's data.
 * @throws unproved when the last proof is older than ten minutes; forbidden for visitors.
 */
export function requireFreshProof(ctx: Pick<Core, 'actor' | 'now'> & OwnSession): SignedIn {
  const signedIn = requireSession(ctx);
  if (ctx.now().getTime() - signedIn.session.provedAt.getTime() > freshFor) {
    throw unproved('Confirm that it is you to go on.');
  }
  return signedIn;
}
