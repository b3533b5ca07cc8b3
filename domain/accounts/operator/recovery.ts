import type { Database } from '#db/client.ts';
import { deleteAccountLinks } from '#db/queries/account-links.ts';
import { findAccountByEmail, updateUser, type AccountRow } from '#db/queries/accounts.ts';
import { lockAdmins } from '#db/queries/admins.ts';
import { lockAuthenticators } from '#db/queries/authenticators.ts';
import { deleteKnownPlaces } from '#db/queries/known-places.ts';
import { deletePasskeysOfUser } from '#db/queries/passkeys.ts';
import { deleteSessions } from '#db/queries/sessions.ts';
import { updateInstallation } from '#db/queries/installation.ts';
import { deleteTokens } from '#db/queries/tokens.ts';
import { recordCommand } from '#domain/activity/record-activity.ts';
import { inTransaction, type Core, type Announcements, type Outgoing } from '#domain/core/context.ts';
import { notFound } from '#domain/core/errors.ts';
import { notifyFactorChange } from '../emails.ts';
import { authenticatorKey } from '../factors/check-code.ts';
import { endAccess, openLink } from '../links.ts';
import { decryptSecret, deriveKey, encryptSecret } from '#domain/core/secrets.ts';

/** The context of the operator's commands; they check no permission. */
export type CommandContext = Pick<Core, 'db'> & Outgoing & Pick<Announcements, 'jobAdded'>;

/**
 * The last way back into an account: removes its passkeys, authenticator app and recovery codes and its binding to an
 * issuer, ends its sessions, tokens and links, and makes a link for a new password. Its owner is told by email.
 * @returns the link; it works once, within an hour.
 * @throws not-found.
 */
export function resetFactors(ctx: CommandContext, email: string): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    const account = await requireAccount(trx, email);
    const { id: userId } = account;
    await deletePasskeysOfUser(trx, userId);
    await updateUser(trx, userId, {
      authenticator_secret: null,
      authenticator_confirmed_at: null,
      recovery_code_hashes: [],
      issuer: null,
      issuer_subject: null,
    });
    await deleteKnownPlaces(trx, userId);
    await endAccess(trx, userId);
    await recordCommand(trx, { action: 'factors-reset', subject: { id: userId, label: account.email } });
    const change =
      'All passkeys, the authenticator app and the recovery codes were removed by the operator of the site.';
    await notifyFactorChange(tx, account.email, change);
    return openPasswordLink(tx, userId);
  });
}

/**
 * A link for a new password: ends the sessions, tokens and links of the account; its sign-in factors stay. Setting the password
 * tells its owner by email.
 * @returns the link; it works once, within an hour.
 * @throws not-found.
 */
export function createPasswordLink(
  ctx: Pick<CommandContext, 'db' | 'origin'>,
  email: string,
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const account = await requireAccount(tx.db, email);
    const sessions = await endAccess(tx.db, account.id);
    const subject = { id: account.id, label: account.email };
    await recordCommand(tx.db, { action: 'password-link-created', subject, after: { sessions } });
    return openPasswordLink(tx, account.id);
  });
}

/**
 * A link that signs in to an account: it needs no password, no factor and no issuer, and changes none of them. It ends the
 * other links of the account. Its owner is told by email.
 * @returns the link; it works once, within an hour.
 * @throws not-found.
 */
export function createSignInLink(ctx: CommandContext, email: string): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const account = await requireAccount(tx.db, email);
    await deleteAccountLinks(tx.db, account.id);
    const token = await openLink(tx.db, { userId: account.id, purpose: 'sign-in' });
    const subject = { id: account.id, label: account.email };
    await recordCommand(tx.db, { action: 'sign-in-link-created', subject });
    const change = 'The operator of the site created a link that signs in to it, once.';
    await notifyFactorChange(tx, account.email, change);
    return `${tx.origin}/admin/login/link?token=${token}`;
  });
}

/** Stops asking for a second factor, when no one can sign in. Super admins are told by email. */
export async function stopSecondFactor(ctx: CommandContext): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await updateInstallation(tx.db, { second_factor: 'none' });
    await recordCommand(tx.db, { action: 'second-factor-policy-changed', after: { policy: 'none' } });
    for (const { email } of await lockAdmins(tx.db, {})) {
      await notifyFactorChange(tx, email, 'The operator of the site stopped asking for a second factor.');
    }
  });
}

/** Ends every session and token. @returns how many sessions there were. */
export function signOutEverybody(ctx: { db: Database }): Promise<number> {
  return inTransaction(ctx, async ({ db: trx }) => {
    const sessions = await deleteSessions(trx);
    await deleteTokens(trx);
    await recordCommand(trx, { action: 'all-sessions-ended', after: { sessions } });
    return sessions;
  });
}

/**
 * Encrypts the secrets of authenticator apps with the key of another session secret. What has the new key already stays,
 * so it may be repeated with the same two secrets.
 * @returns how many are encrypted with the new key, and how many no key of the two opens
 */
export function reencryptAuthenticators(
  ctx: { db: Database },
  secrets: { before: string; after: string },
): Promise<{ kept: number; lost: number }> {
  const [before, after] = [keyOf(secrets.before), keyOf(secrets.after)];
  return inTransaction(ctx, async ({ db: trx }) => {
    const counts = { kept: 0, lost: 0 };
    for (const { id: userId, secret: stored } of await lockAuthenticators(trx)) {
      const isDone = decryptSecret(after, stored, userId) !== null;
      const secret = isDone ? null : decryptSecret(before, stored, userId);
      if (secret)
        await updateUser(trx, userId, { authenticator_secret: encryptSecret(after, secret, userId) });
      counts[isDone || secret ? 'kept' : 'lost'] += 1;
    }
    const facts = { authenticator_apps: counts.kept, lost: counts.lost };
    await recordCommand(trx, { action: 'session-secret-changed', after: facts });
    return counts;
  });
}

function keyOf(secret: string): Buffer {
  return authenticatorKey({ deriveKey: (purpose) => deriveKey(secret, purpose) });
}

/** The account of an address. @throws not-found. */
export async function requireAccount(trx: Database, email: string): Promise<AccountRow> {
  const account = await findAccountByEmail(trx, email);
  if (!account) throw notFound(`There is no account with the address ${email}.`);
  return account;
}

async function openPasswordLink(
  { db, origin }: Pick<CommandContext, 'db' | 'origin'>,
  userId: string,
): Promise<string> {
  const token = await openLink(db, { userId, purpose: 'password-reset' });
  return `${origin}/admin/reset-password?token=${token}`;
}
