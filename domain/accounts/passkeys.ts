import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

import type { Core, Secrets } from '#domain/core/context.ts';

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

/** True if a challenge (base64url) is one that was made for this answer. */
export type ChallengeCheck = (challenge: string) => boolean;

type NewPasskey = {
  credentialId: string;
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
};

type StoredPasskey = { credentialId: string; publicKey: Uint8Array; counter: number };

type ChallengeContext = Pick<Core, 'now'> & Secrets;

/**
 * The options of `navigator.credentials.get`, as JSON. It names no account: the browser offers what it has for this
 * site.
 */
export function passkeyRequestOptions(ctx: ChallengeContext, passkeys: Passkeys, use: ChallengeUse) {
  return {
    challenge: newChallenge(ctx, use),
    rpId: passkeys.rpId,
    userVerification: 'required' as const,
    timeout: challengeLife,
  };
}

export type PasskeyRequestOptions = ReturnType<typeof passkeyRequestOptions>;

/** How long a challenge may be answered. Milliseconds. */
export const challengeLife = 10 * 60_000;

/** The purpose of an answer: a sign-in by anybody, or one step of one session. */
export type ChallengeUse = 'sign-in' | `${'register' | 'prove'} ${string}`;

const lengths = { expiry: 6, random: 16, signature: 32 };

/** A challenge that needs no row: its expiry, random bytes, and a signature over both and its use. Base64url. */
export function newChallenge(ctx: ChallengeContext, use: ChallengeUse): string {
  const body = Buffer.alloc(lengths.expiry + lengths.random);
  body.writeUIntBE(ctx.now().getTime() + challengeLife, 0, lengths.expiry);
  randomBytes(lengths.random).copy(body, lengths.expiry);
  return Buffer.concat([body, signatureOf(ctx, use, body)]).toString('base64url');
}

/** True if we made this challenge for this use and it has not expired. That it is used once is kept by the database. */
export function isChallengeOpen(ctx: ChallengeContext, use: ChallengeUse, challenge: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  const bodyLength = lengths.expiry + lengths.random;
  if (bytes.length !== bodyLength + lengths.signature) return false;
  const body = bytes.subarray(0, bodyLength);
  if (!timingSafeEqual(bytes.subarray(bodyLength), signatureOf(ctx, use, body))) return false;
  return body.readUIntBE(0, lengths.expiry) > ctx.now().getTime();
}

/** Under which a used challenge is stored. */
export function hashChallenge(challenge: string): Buffer {
  return createHash('sha256').update(Buffer.from(challenge, 'base64url')).digest();
}

function signatureOf({ deriveKey }: ChallengeContext, use: ChallengeUse, body: Buffer): Buffer {
  return createHmac('sha256', deriveKey('passkey challenge')).update(use).update('\n').update(body).digest();
}
