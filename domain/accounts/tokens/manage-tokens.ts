import { randomBytes } from 'node:crypto';

import { z } from 'zod';

import { lockAdmins } from '#db/queries/admins.ts';
import { deleteExpiredTokens, deleteToken, insertToken, listTokensOfUsers } from '#db/queries/tokens.ts';
import { recordSecurityActivity, type SecurityContext } from '#domain/activity/record-activity.ts';
import type { Core, Outgoing, OwnSession } from '#domain/core/context.ts';
import { inTransaction, requireActor, requireFreshProof, requireSession } from '#domain/core/context.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import { forbidden, invalid, notFound } from '#domain/core/errors.ts';
import { can } from '#domain/core/permissions.ts';
import { isId, parseInput, requiredLine } from '#domain/fields/fields.ts';
import { composeTokenChange } from '../emails.ts';
import { hashToken } from '#domain/core/secrets.ts';
import { tokenPrefix } from './read-token.ts';
import { rightsInWords, rightsOf } from './rights.ts';

export type { Token } from '#db/queries/tokens.ts';

const maxTokens = 20;

const checkbox = z.literal('on').optional();
const tokenInput = z.object({
  name: requiredLine('Name', 60),
  days: z.enum(['7', '30', '90'], 'Please choose when the token ends.'),
  propose: checkbox,
  readDrafts: checkbox,
});

/**
 * Creates a token of the actor. Rights that they do not have themselves are left out.
 * @returns its secret, which cannot be read again: only the hash is stored.
 * @throws invalid input, also for too many tokens; unproved.
 */
export async function createToken(ctx: Core & Outgoing & SecurityContext & OwnSession, input: unknown) {
  const { actor, session } = requireFreshProof(ctx);
  const { name, days, propose, readDrafts } = parseInput(tokenInput, input);
  const secret = tokenPrefix + randomBytes(32).toString('base64url');
  await inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    const own = (await lockAdmins(trx, { userId: actor.userId })).find((row) => row.userId === actor.userId);
    if (!own) throw forbidden('You must be signed in to do this.');
    await deleteExpiredTokens(trx, actor.userId);
    if ((await listTokensOfUsers(trx, [actor.userId])).length >= maxTokens) {
      throw invalid(`You have ${maxTokens} tokens already. Please end one of them first.`);
    }
    const rights = rightsOf(own, { propose: propose === 'on', readDrafts: readDrafts === 'on' });
    const { id, expires_at: ends } = await insertToken(trx, {
      user_id: actor.userId,
      name,
      token_hash: hashToken(secret),
      may_propose: rights.propose,
      may_read_drafts: rights.readDrafts,
      factor: session.factor,
      days: Number(days),
    });
    const after = { rights: rightsInWords(rights), ends };
    await recordSecurityActivity(tx, { action: 'token-created', subject: { id, label: name }, after });
    const change = `The token “${name}” was created. It ends in ${days} days.`;
    await enqueueEmail(tx, composeTokenChange({ to: actor.email, origin: tx.origin, change }));
  });
  return { name, secret };
}

/**
 * Ends a token at once, everywhere: an own one, or for a super admin anybody's. Its person is told by email.
 * @throws not-found, also for that of another person.
 */
export async function endToken(
  ctx: Core & Outgoing & SecurityContext & OwnSession,
  id: string,
): Promise<void> {
  const { actor } = requireSession(ctx);
  await inTransaction(ctx, async (tx) => {
    const owner = can(actor, 'manage-super-admins') ? null : actor.userId;
    const ended = isId(id) ? await deleteToken(tx.db, id, owner) : undefined;
    if (!ended) throw notFound('This token has ended already.');
    const isOwn = ended.user_id === actor.userId;
    const activity = {
      action: 'token-ended',
      subject: { id, label: ended.name },
      before: isOwn ? undefined : { owner: ended.email },
    } as const;
    await recordSecurityActivity(tx, activity, isOwn ? {} : { subjectId: ended.user_id });
    const change = `The token “${ended.name}” was ended${isOwn ? '' : ' by a super admin'}.`;
    await enqueueEmail(tx, composeTokenChange({ to: ended.email, origin: tx.origin, change }));
  });
}

/** The actor's own tokens, the newest first, and whether theirs may read drafts. */
export async function listOwnTokens(ctx: Core) {
  const actor = requireActor(ctx);
  const tokens = await listTokensOfUsers(ctx.db, [actor.userId]);
  return { tokens, mayReadDrafts: can(actor, 'edit-content') };
}
