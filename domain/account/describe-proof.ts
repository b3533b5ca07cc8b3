import { findProviders } from '#db/queries/issuer-accounts.ts';
import { findFactors } from '#db/queries/sessions.ts';
import { requireActor } from '#domain/actor.ts';
import type { Auth } from '#domain/auth/auth.ts';
import { passkeyRequestOptions, type PasskeyRequestOptions } from '#domain/auth/passkey-options.ts';
import type { DomainContext } from '#domain/context.ts';
import { forbidden } from '#domain/errors.ts';

/** How a user can prove again who they are. */
export type ProofChoices = {
  /** Their password; `needsCode`: with a code beside it. Null where they have none, or none is asked for. */
  password: { needsCode: boolean } | null;
  /** For `navigator.credentials.get`; null without a passkey. */
  passkey: PasskeyRequestOptions | null;
  /** Whether their account is bound to the issuer of single sign-on. */
  singleSignOn: boolean;
};

export async function describeProof(
  ctx: DomainContext,
  { passkeys, singleSignOn }: Pick<Auth, 'passkeys' | 'singleSignOn'>,
): Promise<ProofChoices> {
  const { userId } = requireActor(ctx);
  if (!ctx.session) throw forbidden('You must be signed in to do this.');
  const factors = await findFactors(ctx.db, userId);
  const { hasPassword, issuers } = await findProviders(ctx.db, userId);
  return {
    password:
      hasPassword && ctx.signInWays.passwords ? { needsCode: factors?.has_authenticator === true } : null,
    passkey: factors?.has_passkey ? passkeyRequestOptions(ctx, passkeys, `prove ${ctx.session.id}`) : null,
    singleSignOn: singleSignOn !== null && issuers.includes(singleSignOn.issuer),
  };
}
