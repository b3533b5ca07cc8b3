import type { DomainContext } from '#domain/context.ts';
import { createChallenge, challengeLife, type ChallengeUse } from './passkey-challenge.ts';
import type { Passkeys } from './passkeys.ts';

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
