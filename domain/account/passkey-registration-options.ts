import { listPasskeysOfUser } from '#db/queries/passkeys.ts';
import type { Passkeys } from '#domain/auth/passkeys.ts';
import { challengeLife } from '#domain/auth/passkey-challenge.ts';
import { newChallenge } from '#domain/auth/passkey-options.ts';
import { requireFreshProof } from '#domain/auth/require-fresh-proof.ts';
import type { DomainContext } from '#domain/context.ts';

/** COSE numbers of the signatures that we verify: Ed25519, ECDSA with P-256, RSA. */
const algorithms = [-8, -7, -257];

/**
 * What `navigator.credentials.create` needs, as JSON: a passkey that the browser finds without a user name, with user
 * verification, on a device that has none of this account yet.
 * @throws unproved.
 */
export async function passkeyRegistrationOptions(ctx: DomainContext, passkeys: Passkeys) {
  const { actor, session } = requireFreshProof(ctx);
  const own = await listPasskeysOfUser(ctx.db, actor.userId);
  return {
    challenge: newChallenge(ctx, `register ${session.id}`),
    rp: { id: passkeys.rpId, name: passkeys.rpId },
    user: {
      id: Buffer.from(actor.userId).toString('base64url'),
      name: actor.email,
      displayName: actor.name ?? actor.email,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    excludeCredentials: own.map((one) => ({
      type: 'public-key' as const,
      id: one.credential_id,
      transports: one.transports,
    })),
    authenticatorSelection: { residentKey: 'required' as const, userVerification: 'required' as const },
    attestation: 'none' as const,
    timeout: challengeLife,
  };
}

export type PasskeyRegistrationOptions = Awaited<ReturnType<typeof passkeyRegistrationOptions>>;
