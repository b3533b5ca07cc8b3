import { randomUUID } from 'node:crypto';

import {
  deleteAccountLinks,
  findAccountLink,
  replaceAccountLink,
  takeAccountLink,
  type LinkPurpose,
  type NewAccountLink,
} from '#db/queries/account-links.ts';
import { findAccount, type AccountRow } from '#db/queries/accounts.ts';
import { deleteSessionsOfUser } from '#db/queries/sessions.ts';
import { deleteTokensOfUser } from '#db/queries/tokens.ts';
import type { Database } from '#db/client.ts';
import type { Core, EmailTokens, InTransaction, Outgoing } from '#domain/core/context.ts';
import { enqueueEmail, tokenPlace } from '#domain/email/enqueue-email.ts';
import type { Mail } from '#domain/email/mailer.ts';
import { forbidden } from '#domain/core/errors.ts';
import { createToken, hashToken } from '#domain/core/secrets.ts';

export const linkMinutes: Readonly<Record<LinkPurpose, number>> = {
  'password-reset': 60,
  'email-confirmation': 24 * 60,
  'email-change': 24 * 60,
  'email-change-undo': 7 * 24 * 60,
  'sign-in': 60,
};

export const closedLink = 'This link has been used or has expired.';

/** The address of the account of a link; null when it is used, expired or unknown. */
export async function findLink(
  ctx: Pick<Core, 'db'>,
  purpose: LinkPurpose,
  token: string,
): Promise<string | null> {
  return (await findAccountLink(ctx.db, [purpose], hashToken(token)))?.email ?? null;
}

/** Uses a link up, once. @throws forbidden when it is used, expired or unknown. */
export async function takeLink(
  trx: Database,
  purpose: LinkPurpose,
  token: string,
  closed = closedLink,
): Promise<AccountRow> {
  const userId = await takeAccountLink(trx, purpose, hashToken(token));
  const account = userId === undefined ? undefined : await findAccount(trx, userId);
  if (!account) throw forbidden(closed);
  return account;
}

/** Opens a link that is passed on by hand; an earlier one for the same purpose ends. @returns its token. */
export async function openLink(trx: Database, link: NewAccountLink): Promise<string> {
  const token = createToken();
  await replaceAccountLink(trx, { ...link, minutes: linkMinutes[link.purpose] }, hashToken(token));
  return token;
}

/** The same by email, where there is such an account. @param compose the email, given the placeholder of its token */
export async function sendLink(
  tx: InTransaction<Pick<Core, 'db'> & Outgoing & EmailTokens>,
  link: NewAccountLink,
  compose: (token: string) => Mail,
): Promise<void> {
  const id = randomUUID();
  const minutes = linkMinutes[link.purpose];
  if (!(await replaceAccountLink(tx.db, { ...link, minutes }, hashToken(tx.emailToken(id))))) return;
  await enqueueEmail(tx, compose(tokenPlace), { id, minutes });
}

/**
 * After every change of a password, an address or a factor, and by the recovery commands: ends the open links of the
 * account, its tokens, and its sessions but `keptSession`. What undoes a change of the address stays open.
 * @returns how many sessions there were.
 */
export async function endAccess(
  trx: Database,
  userId: string,
  keptSession: string | null = null,
): Promise<number> {
  await deleteAccountLinks(trx, userId);
  await deleteTokensOfUser(trx, userId);
  return deleteSessionsOfUser(trx, userId, keptSession);
}
