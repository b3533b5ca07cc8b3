import type { DomainContext } from '#domain/context.ts';
import { challengeLife, createChallenge, type ChallengeUse } from './passkey-challenge.ts';

/** Verifies what a browser's WebAuthn API answers. Implemented in `adapters/passkeys.ts`. */
export type Passkeys = {
  /** The domain that passkeys belong to, from configuration. */
  rpId: string;
  /** @returns null when the answer does not prove a new passkey with user verification. */
  verifyRegistration(response: unknown, isOurs: ChallengeCheck): Promise<NewPasskey | null>;
  /** @returns null when the answer does not prove this passkey with user verification. */
  verifyAuthentication(
    response: unknown,
    isOurs: ChallengeCheck,
    passkey: StoredPasskey,
  ): Promise<{ counter: number } | null>;
};

/** Whether a challenge (base64url) is one that was made for this answer. */
export type ChallengeCheck = (challenge: string) => boolean;

export type NewPasskey = {
  credentialId: string;
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
};

export type StoredPasskey = { credentialId: string; publicKey: Uint8Array; counter: number };

type ChallengeContext = Pick<DomainContext, 'deriveKey' | 'now'>;

/** What `navigator.credentials.get` needs, as JSON. It names no account: the browser offers what it has for this site. */
export function passkeyRequestOptions(ctx: ChallengeContext, passkeys: Passkeys, use: ChallengeUse) {
  return {
    challenge: newChallenge(ctx, use),
    rpId: passkeys.rpId,
    userVerification: 'required' as const,
    timeout: challengeLife,
  };
}

export type PasskeyRequestOptions = ReturnType<typeof passkeyRequestOptions>;

export function newChallenge(ctx: ChallengeContext, use: ChallengeUse): string {
  return createChallenge(ctx.deriveKey('passkey challenge'), use, ctx.now());
}
