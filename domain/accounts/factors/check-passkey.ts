import { z } from 'zod';

import type { Database } from '#db/client.ts';
import { findPasskey, markPasskeyUsed, takeChallenge, type PasskeyRow } from '#db/queries/passkeys.ts';
import { inTransaction, type Core, type Secrets } from '#domain/core/context.ts';
import { parseJson } from '#domain/fields/parse-json.ts';
import {
  challengeLife,
  hashChallenge,
  isChallengeOpen,
  type ChallengeCheck,
  type ChallengeUse,
  type Passkeys,
} from '../passkeys.ts';

/** Longer than any answer of an authenticator. Characters. */
const maxAnswerLength = 20_000;

const answerInput = z.looseObject({
  id: z.string().max(1_400),
  response: z.looseObject({ userHandle: z.string().max(200).nullish() }),
});

/** A credential as the browser serializes it; null when it is none. Everything beside what we read is passed on. */
export function parseAnswer(json: string) {
  return json.length > maxAnswerLength ? null : (answerInput.safeParse(parseJson(json)).data ?? null);
}

/** An answer that names a stored passkey. It proves nothing yet. */
type NamedPasskey = {
  answer: NonNullable<ReturnType<typeof parseAnswer>>;
  passkey: PasskeyRow;
  owner: { userId: string; email: string };
};

/** The passkey that an answer names; null where there is none. @param json the credential as the browser serializes it */
export async function findNamedPasskey(ctx: { db: Database }, json: string): Promise<NamedPasskey | null> {
  const answer = parseAnswer(json);
  const passkey = answer && (await findPasskey(ctx.db, answer.id));
  return passkey ? { answer, passkey, owner: { userId: passkey.user_id, email: passkey.email } } : null;
}

/**
 * True if an answer proves the passkey that it names, by a challenge that we made for this use. The challenge is used
 * up and the counter of the passkey raised; of several requests with the same answer only one succeeds.
 */
export async function checkPasskey(
  ctx: Core & Secrets,
  passkeys: Passkeys,
  { answer, passkey }: NamedPasskey,
  use: ChallengeUse,
): Promise<boolean> {
  const { userHandle } = answer.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.user_id) return false;
  const challenges = watchChallenge(ctx, use);
  const { public_key: publicKey, counter } = passkey;
  const stored = { credentialId: answer.id, publicKey, counter };
  const verified = await passkeys.verifyAuthentication(answer, challenges.isOurs, stored);
  if (!verified) return false;
  return inTransaction(ctx, async ({ db: trx }) => {
    if (!(await challenges.take(trx))) return false;
    return markPasskeyUsed(trx, passkey.id, verified.counter);
  });
}

/** The same for a passkey of one user. */
export async function isPasskeyOf(
  ctx: Core & Secrets,
  passkeys: Passkeys,
  userId: string,
  json: string,
  use: ChallengeUse,
): Promise<boolean> {
  const named = await findNamedPasskey(ctx, json);
  return named?.owner.userId === userId && checkPasskey(ctx, passkeys, named, use);
}

/** Checks the challenge of an answer, and uses it up. */
export function watchChallenge(
  ctx: Pick<Core, 'now'> & Secrets,
  use: ChallengeUse,
): { isOurs: ChallengeCheck; take: (trx: Database) => Promise<boolean> } {
  let answered = '';
  return {
    isOurs(challenge) {
      answered = challenge;
      return isChallengeOpen(ctx, use, challenge);
    },
    take: (trx) => takeChallenge(trx, hashChallenge(answered), new Date(ctx.now().getTime() + challengeLife)),
  };
}
