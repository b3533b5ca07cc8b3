import { randomUUID } from 'node:crypto';

import {
  deleteAccountLink,
  findEmailChangeLink,
  replaceAccountLink,
  takeAccountLink,
} from '#db/queries/account-links.ts';
import { findAccountByEmail, updateEmail } from '#db/queries/accounts.ts';
import { deleteSessionsOfUser } from '#db/queries/sessions.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import { createToken, hashToken } from '#domain/auth/one-time-token.ts';
import type { DomainContext } from '#domain/context.ts';
import { tokenPlace } from '#domain/email/email-token.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import { forbidden } from '#domain/errors.ts';
import { inTransaction, type InTransaction } from '#domain/transaction.ts';
import { composeEmailChanged } from './compose-email-changed.ts';

const undoDays = 7;
const resetMinutes = 60;
const closed = 'This link has been used or has expired.';

export type EmailChange = { from: string; to: string; isUndo: boolean };

/** What a link would change; null when it is used, expired or unknown. */
export async function findEmailChange(
  ctx: Pick<DomainContext, 'db'>,
  token: string,
): Promise<EmailChange | null> {
  const link = await findEmailChangeLink(ctx.db, hashToken(token));
  return link ? { from: link.email, to: link.new_email, isUndo: link.purpose === 'email-change-undo' } : null;
}

/**
 * Uses a link up that changes the address of an account. A new address can be undone by the old one for seven days. An
 * undo ends every session and every open link of the account.
 * @returns the token of a link for a new password after an undo, else null.
 * @throws forbidden when the link is used, expired or unknown, or the address has another account by now.
 */
export async function changeEmail(ctx: DomainContext, token: string): Promise<string | null> {
  const link = await findEmailChangeLink(ctx.db, hashToken(token));
  if (!link) throw forbidden(closed);
  const isUndo = link.purpose === 'email-change-undo';
  const by = { userId: link.user_id, email: link.email };
  const resetToken = await inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    if (!(await takeAccountLink(trx, link.purpose, hashToken(token)))) throw forbidden(closed);
    if (await findAccountByEmail(trx, link.new_email)) throw forbidden(closed);
    await updateEmail(trx, link.user_id, link.new_email);
    await recordActivity(trx, ctx, {
      action: isUndo ? 'email-change-undone' : 'email-changed',
      by,
      before: { email: link.email },
      after: { email: link.new_email },
    });
    if (isUndo) return openReset(tx, link.user_id);
    await offerUndo(tx, link);
    return null;
  });
  if (isUndo) reportSecurityEvent(ctx, 'email-change-undone', {}, by);
  else reportSecurityEvent(ctx, 'email-changed', {}, by);
  return resetToken;
}

async function offerUndo(
  tx: InTransaction<DomainContext>,
  link: { user_id: string; email: string; new_email: string },
): Promise<void> {
  const emailId = randomUUID();
  await replaceAccountLink(tx.db, {
    userId: link.user_id,
    purpose: 'email-change-undo',
    tokenHash: hashToken(tx.emailToken(emailId)),
    minutes: undoDays * 24 * 60,
    newEmail: link.email,
  });
  const facts = { to: link.email, origin: tx.origin, token: tokenPlace, newEmail: link.new_email };
  await enqueueEmail(tx, composeEmailChanged({ ...facts, daysOpen: undoDays }), { id: emailId });
}

/** An attacker who changed the address may have the password and a session, too. */
async function openReset(tx: InTransaction<DomainContext>, userId: string): Promise<string> {
  await deleteSessionsOfUser(tx.db, userId);
  await deleteAccountLink(tx.db, userId, 'email-change');
  const token = createToken();
  const tokenHash = hashToken(token);
  await replaceAccountLink(tx.db, { userId, purpose: 'password-reset', tokenHash, minutes: resetMinutes });
  return token;
}
