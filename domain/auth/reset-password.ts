import { z } from 'zod';

import { takeAccountLink } from '#db/queries/account-links.ts';
import { markEmailConfirmed, findAccount, rememberNetwork, updatePassword } from '#db/queries/accounts.ts';
import { deleteSessionsOfUser } from '#db/queries/sessions.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import type { DomainContext } from '#domain/context.ts';
import { forbidden } from '#domain/errors.ts';
import { networkOf } from '#domain/limits/network-of.ts';
import { parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import type { Auth } from './auth.ts';
import { isResetOpen } from './is-reset-open.ts';
import { hashToken } from './one-time-token.ts';
import { newPassword } from './password.ts';
import { notifyPasswordChanged } from './notify-password-changed.ts';
import { requirePasswords } from './sign-in-ways.ts';

const resetInput = z.object({ token: z.string(), password: newPassword });

const closed = 'This link has been used or has expired. Ask for a new one.';

/**
 * Sets the new password, once, and ends every session. The link also confirms the address, and the network counts as
 * known from now on.
 * @throws forbidden when the link is used, expired or unknown; invalid input.
 */
export async function resetPassword(
  ctx: DomainContext,
  auth: Pick<Auth, 'hashPassword'>,
  input: unknown,
): Promise<void> {
  requirePasswords(ctx);
  const { token, password } = parseInput(resetInput, input);
  if (!(await isResetOpen(ctx, token))) throw forbidden(closed);
  const passwordHash = await auth.hashPassword(password);
  const by = await inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    const userId = await takeAccountLink(trx, 'password-reset', hashToken(token));
    const found = userId === undefined ? undefined : await findAccount(trx, userId);
    if (!found) throw forbidden(closed);
    await updatePassword(trx, found.id, passwordHash);
    await markEmailConfirmed(trx, found.id);
    await deleteSessionsOfUser(trx, found.id);
    await rememberNetwork(trx, found.id, networkOf(ctx.clientAddress));
    const person = { userId: found.id, email: found.email };
    await recordActivity(trx, ctx, { action: 'password-reset', by: person });
    await notifyPasswordChanged(tx, found.email);
    return person;
  });
  reportSecurityEvent(ctx, 'password-reset', {}, by);
}
