import { z } from 'zod';

import { deletePasskey, insertPasskey, listPasskeysOfUser } from '#db/queries/passkeys.ts';
import { markSessionProved } from '#db/queries/sessions.ts';
import { recordSecurityActivity, type SecurityContext } from '#domain/activity/record-activity.ts';
import type { Core, Secrets, Outgoing, OwnSession } from '#domain/core/context.ts';
import { inTransaction, requireFreshProof } from '#domain/core/context.ts';
import { invalid, notFound } from '#domain/core/errors.ts';
import { isId, parseInput, requiredLine } from '#domain/fields/fields.ts';
import { notifyFactorChange } from '../emails.ts';
import { endAccess } from '../links.ts';
import { parseAnswer, watchChallenge } from './check-passkey.ts';
import { withSecondFactor } from '../factor.ts';
import { challengeLife, newChallenge, type Passkeys } from '../passkeys.ts';

const maxPasskeys = 20;

/** COSE numbers of the signatures that we verify: Ed25519, ECDSA with P-256, RSA. */
const algorithms = [-8, -7, -257];

/**
 * The options of `navigator.credentials.create`, as JSON: a passkey that the browser finds without a user name, with
 * user verification, on a device that has none of this account yet.
 * @throws unproved.
 */
export async function passkeyRegistrationOptions(ctx: Core & Secrets & OwnSession, passkeys: Passkeys) {
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

const passkeyInput = z.object({ name: requiredLine('Name', 60), credential: z.string() });

const refused = 'The passkey could not be added. Please try again.';

/**
 * Adds a passkey to one's own account. The session counts as started with it from now on; every other one ends.
 * @throws invalid input, unproved.
 */
export async function addPasskey(
  ctx: Core & Outgoing & Secrets & SecurityContext & OwnSession,
  passkeys: Passkeys,
  input: unknown,
): Promise<void> {
  const { actor, session } = requireFreshProof(ctx);
  const { name, credential } = parseInput(passkeyInput, input);
  const challenges = watchChallenge(ctx, `register ${session.id}`);
  const made = await passkeys.verifyRegistration(parseAnswer(credential), challenges.isOurs);
  if (!made) throw invalid(refused);
  await inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    if (!(await challenges.take(trx))) throw invalid(refused);
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
    await endAccess(trx, actor.userId, session.id);
    await recordSecurityActivity(tx, { action: 'passkey-added', subject: { id: null, label: name } });
    await notifyFactorChange(tx, actor.email, `The passkey “${name}” was added.`);
  });
}

/**
 * Removes one of the actor's own passkeys. A passkey of another user is not found. Every other session ends.
 * @throws not-found, unproved.
 */
export async function removePasskey(
  ctx: Core & Outgoing & SecurityContext & OwnSession,
  id: string,
): Promise<void> {
  const { actor, session } = requireFreshProof(ctx);
  await inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    const removed = isId(id) ? await deletePasskey(trx, actor.userId, id) : undefined;
    if (!removed) throw notFound('This passkey has been removed already.');
    await endAccess(trx, actor.userId, session.id);
    const subject = { id: null, label: removed.name };
    await recordSecurityActivity(tx, { action: 'passkey-removed', subject });
    await notifyFactorChange(tx, actor.email, `The passkey “${removed.name}” was removed.`);
  });
}
