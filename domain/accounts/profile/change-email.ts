import { z } from 'zod';

import { deleteAccountLinks, findAccountLink, hasAccountLink } from '#db/queries/account-links.ts';
import { deleteUnconfirmedAccount, findAccountByEmail, updateUser } from '#db/queries/accounts.ts';
import { deleteTokensOfUser } from '#db/queries/tokens.ts';
import { recordSecurityActivity, type SecurityContext } from '#domain/activity/record-activity.ts';
import type { Database } from '#db/client.ts';
import type { Core, EmailTokens, Outgoing, OwnSession } from '#domain/core/context.ts';
import { inTransaction, requireFreshProof } from '#domain/core/context.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import { conflict, forbidden, invalid } from '#domain/core/errors.ts';
import { limitAttempts, type LimitContext } from '#domain/limits/limit-attempts.ts';
import { email as emailField, parseInput } from '#domain/fields/fields.ts';
import { composeEmailChange, composeEmailChanged, composeEmailChangeRequested } from '../emails.ts';
import { closedLink, endAccess, linkMinutes, openLink, sendLink, takeLink } from '../links.ts';
import { hashToken } from '#domain/core/secrets.ts';

const undoMinutes = linkMinutes['email-change-undo'];
const undoIsOpen = `Your address was changed less than ${undoMinutes / 1_440} days ago. Undo that change first, or wait.`;

const changeInput = z.object({ email: emailField });

/**
 * Sends a link to a new address, which becomes the address of one's account when the link is used, and tells the present
 * one. For an address that has an account nothing is sent to it, and the answer is the same.
 * @throws invalid input, also where no email is set up; conflict while an earlier change can be undone; too-many; unproved.
 */
export async function requestEmailChange(
  ctx: Core & Outgoing & LimitContext & EmailTokens & OwnSession,
  input: unknown,
): Promise<void> {
  const { actor } = requireFreshProof(ctx);
  const { email } = parseInput(changeInput, input);
  const { origin } = ctx;
  if (!ctx.mail.isSetUp)
    throw invalid('This site does not send email yet, so it cannot confirm a new address.');
  if (email === actor.email)
    throw invalid('This is already your address.', { email: 'This is already your address.' });
  await limitAttempts(ctx, [{ name: 'email-change', subject: actor.userId, maxAttempts: 5, minutes: 60 }]);
  await inTransaction(ctx, async (tx) => {
    if (await hasOpenUndo(tx.db, actor.userId)) throw conflict(undoIsOpen);
    await recordSecurityActivity(tx, { action: 'email-change-requested', after: { email } });
    await enqueueEmail(tx, composeEmailChangeRequested({ to: actor.email, origin, newEmail: email }));
    if (await isTaken(tx.db, email)) return;
    const link = { userId: actor.userId, purpose: 'email-change', newEmail: email } as const;
    await sendLink(tx, link, (token) =>
      composeEmailChange({ to: email, origin, token, oldEmail: actor.email }),
    );
  });
}

type EmailChange = { from: string; to: string; isUndo: boolean };

/** The change that a link would make; null when it is used, expired or unknown. */
export async function findEmailChange(ctx: Pick<Core, 'db'>, token: string): Promise<EmailChange | null> {
  const change = await readChange(ctx, token);
  return change && { from: change.from, to: change.to, isUndo: change.isUndo };
}

async function readChange({ db }: Pick<Core, 'db'>, token: string) {
  const link = await findAccountLink(db, ['email-change', 'email-change-undo'], hashToken(token));
  if (!link || link.new_email === null) return null;
  const { user_id: userId, email: from, new_email: to, purpose } = link;
  return { userId, from, to, isUndo: purpose === 'email-change-undo' };
}

/**
 * Uses a link up that changes the address of an account, and ends its other links and its tokens. A new address can be undone by the old
 * one for seven days, in which no other change is possible. An undo ends every session, too: who changed the address
 * may have the password and a session.
 * @returns the token of a link for a new password after an undo, else null.
 * @throws forbidden when the link is used, expired or unknown, or the address has another account by now.
 */
export async function changeEmail(
  ctx: Core & Outgoing & SecurityContext & EmailTokens,
  token: string,
): Promise<string | null> {
  const change = await readChange(ctx, token);
  if (!change) throw forbidden(closedLink);
  const { userId, from: before, to: after, isUndo } = change;
  return inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    await takeLink(trx, isUndo ? 'email-change-undo' : 'email-change', token);
    if (!isUndo && (await hasOpenUndo(trx, userId))) throw forbidden(closedLink);
    if (await isTaken(trx, after)) throw forbidden(closedLink);
    await deleteUnconfirmedAccount(trx, after);
    await updateUser(trx, userId, { email: after, email_verified: true });
    await recordSecurityActivity(tx, {
      action: isUndo ? 'email-change-undone' : 'email-changed',
      by: { userId, email: before },
      before: { email: before },
      after: { email: after },
    });
    if (isUndo) {
      await endAccess(trx, userId);
      return openLink(trx, { userId, purpose: 'password-reset' });
    }
    await deleteAccountLinks(trx, userId);
    await deleteTokensOfUser(trx, userId);
    const undo = { userId, purpose: 'email-change-undo', newEmail: before } as const;
    await sendLink(tx, undo, (undoToken) =>
      composeEmailChanged({ to: before, origin: tx.origin, token: undoToken, newEmail: after }),
    );
    return null;
  });
}

/** True if the address of an account was changed, and the change can still be undone. */
function hasOpenUndo(trx: Database, userId: string): Promise<boolean> {
  return hasAccountLink(trx, userId, 'email-change-undo', undoMinutes);
}

/** True if an address has an account that does not give way: a confirmed one, or one that had a role. */
async function isTaken(trx: Database, email: string): Promise<boolean> {
  const account = await findAccountByEmail(trx, email);
  return account !== undefined && (account.email_verified || account.had_role);
}
