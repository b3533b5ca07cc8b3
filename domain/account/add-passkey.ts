import { z } from 'zod';

import { insertPasskey, listPasskeysOfUser, takeChallenge } from '#db/queries/passkeys.ts';
import { deleteOtherSessions, markSessionProved } from '#db/queries/sessions.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import { parseAnswer } from '#domain/auth/check-passkey.ts';
import { withSecondFactor } from '#domain/auth/factor.ts';
import { notifyFactorChange } from '#domain/auth/notify-factor-change.ts';
import { challengeLife, hashChallenge, isChallengeOpen } from '#domain/auth/passkey-challenge.ts';
import type { Passkeys } from '#domain/auth/passkeys.ts';
import { requireFreshProof } from '#domain/auth/require-fresh-proof.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid } from '#domain/errors.ts';
import { parseInput, requiredLine } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';

export const maxPasskeys = 20;

const passkeyInput = z.object({ name: requiredLine('Name', 60), credential: z.string() });

const refused = 'The passkey could not be added. Please try again.';

/**
 * Adds a passkey to one's own account. The session counts as started with it from now on; every other one ends.
 * @throws invalid input, unproved.
 */
export async function addPasskey(ctx: DomainContext, passkeys: Passkeys, input: unknown): Promise<void> {
  const { actor, session } = requireFreshProof(ctx);
  const { name, credential } = parseInput(passkeyInput, input);
  let answered = '';
  const isOurs = (challenge: string) => {
    answered = challenge;
    const key = ctx.deriveKey('passkey challenge');
    return isChallengeOpen(key, `register ${session.id}`, challenge, ctx.now());
  };
  const made = await passkeys.verifyRegistration(parseAnswer(credential), isOurs);
  if (!made) throw invalid(refused);
  await inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    const expiresAt = new Date(ctx.now().getTime() + challengeLife);
    if (!(await takeChallenge(trx, hashChallenge(answered), expiresAt))) throw invalid(refused);
    const own = await listPasskeysOfUser(trx, actor.userId);
    if (own.length >= maxPasskeys) throw invalid(`An account has at most ${maxPasskeys} passkeys.`);
    const isNew = await insertPasskey(trx, {
      user_id: actor.userId,
      credential_id: made.credentialId,
      public_key: Buffer.from(made.publicKey),
      counter: made.counter,
      transports: made.transports,
      name,
    });
    if (!isNew) throw invalid(refused);
    await markSessionProved(trx, session.id, withSecondFactor(session.factor, 'passkey'));
    await deleteOtherSessions(trx, actor.userId, session.id);
    await recordActivity(trx, ctx, { action: 'passkey-added', subject: { id: null, label: name } });
    await notifyFactorChange(tx, actor.email, `The passkey “${name}” was added.`);
  });
  reportSecurityEvent(ctx, 'passkey-added');
}
