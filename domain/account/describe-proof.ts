import { findFactors } from '#db/queries/sessions.ts';
import { requireActor } from '#domain/actor.ts';
import type { Passkeys } from '#domain/auth/passkeys.ts';
import { passkeyRequestOptions, type PasskeyRequestOptions } from '#domain/auth/passkey-options.ts';
import type { DomainContext } from '#domain/context.ts';
import { forbidden } from '#domain/errors.ts';

/** How a user can prove again who they are. */
export type ProofChoices = {
  /** Whether the password needs a code beside it. */
  needsCode: boolean;
  /** For `navigator.credentials.get`; null without a passkey. */
  passkey: PasskeyRequestOptions | null;
};

export async function describeProof(ctx: DomainContext, passkeys: Passkeys): Promise<ProofChoices> {
  const { userId } = requireActor(ctx);
  if (!ctx.session) throw forbidden('You must be signed in to do this.');
  const factors = await findFactors(ctx.db, userId);
  return {
    needsCode: factors?.has_authenticator === true,
    passkey: factors?.has_passkey ? passkeyRequestOptions(ctx, passkeys, `prove ${ctx.session.id}`) : null,
  };
}
