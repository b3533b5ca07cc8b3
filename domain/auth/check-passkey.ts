import { z } from 'zod';

import { findPasskey, markPasskeyUsed, takeChallenge } from '#db/queries/passkeys.ts';
import type { DomainContext } from '#domain/context.ts';
import { inTransaction } from '#domain/transaction.ts';
import { challengeLife, hashChallenge, isChallengeOpen, type ChallengeUse } from './passkey-challenge.ts';
import type { Passkeys } from './passkeys.ts';

/** Longer than any answer of an authenticator. Characters. */
const maxAnswerLength = 20_000;

const answerInput = z.looseObject({
  id: z.string().max(1_400),
  response: z.looseObject({ userHandle: z.string().max(200).nullish() }),
});

/**
 * The user whose passkey answered a challenge that we made for this use. The challenge is used up and the counter of the
 * passkey raised; of several requests with the same answer only one succeeds.
 * @param json the credential as the browser serializes it
 * @returns null for anything else, and `owner` as far as the passkey is known.
 */
export async function checkPasskey(
  ctx: DomainContext,
  passkeys: Passkeys,
  json: string,
  use: ChallengeUse,
): Promise<{ ok: boolean; owner: { userId: string; email: string } | null }> {
  const answer = parseAnswer(json);
  const passkey = answer && (await findPasskey(ctx.db, answer.id));
  if (!passkey) return { ok: false, owner: null };
  const owner = { userId: passkey.user_id, email: passkey.email };
  const { userHandle } = answer.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.user_id) {
    return { ok: false, owner };
  }
  let answered = '';
  const isOurs = (challenge: string) => {
    answered = challenge;
    return isChallengeOpen(ctx.deriveKey('passkey challenge'), use, challenge, ctx.now());
  };
  const { public_key: publicKey, counter } = passkey;
  const verified = await passkeys.verifyAuthentication(answer, isOurs, {
    credentialId: answer.id,
    publicKey,
    counter,
  });
  if (!verified) return { ok: false, owner };
  const ok = await inTransaction(ctx, async ({ db: trx }) => {
    const expiresAt = new Date(ctx.now().getTime() + challengeLife);
    if (!(await takeChallenge(trx, hashChallenge(answered), expiresAt))) return false;
    return markPasskeyUsed(trx, passkey.id, verified.counter);
  });
  return { ok, owner };
}

/** A credential as the browser serializes it; null when it is none. Everything beside what we read is passed on. */
export function parseAnswer(json: string) {
  if (json.length > maxAnswerLength) return null;
  try {
    const parsed = answerInput.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
