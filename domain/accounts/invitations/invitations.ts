import { randomUUID } from 'node:crypto';
import { z } from 'zod';

import type { Database } from '#db/client.ts';
import { findAccountByEmail, insertUser, markEmailConfirmed, updatePassword } from '#db/queries/accounts.ts';
import { findAdminByUser, insertAdmin } from '#db/queries/admins.ts';
import {
  deleteInvitation,
  findInvitationRow,
  findInvitationRowByEmail,
  listInvitationRows,
  lockInvitation,
  type OpenInvitationRow,
  replaceInvitation,
} from '#db/queries/invitations.ts';
import { deleteKnownPlaces } from '#db/queries/known-places.ts';
import { insertProfile, upsertProfile } from '#db/queries/profiles.ts';
import type { Passwords } from '#domain/accounts/auth.ts';
import { composeInvitation } from '#domain/accounts/emails.ts';
import { endAccess } from '#domain/accounts/links.ts';
import { hashNewPassword, newPassword } from '#domain/accounts/password.ts';
import { assertMayGrant } from '#domain/accounts/roles/lock-admin.ts';
import { hashToken, createToken } from '#domain/accounts/secrets.ts';
import { requireFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import { requirePasswords } from '#domain/accounts/sign-in/sign-in-ways.ts';
import { nameFromEmail } from '#domain/accounts/sign-up.ts';
import { recordActivity, recordCommand, recordSecurityActivity } from '#domain/activity/record-activity.ts';
import { requirePermission, type Role, roles } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { enqueueEmail, tokenPlace } from '#domain/email/enqueue-email.ts';
import { forbidden, notFound, conflict } from '#domain/errors.ts';
import { limitAttempts } from '#domain/limits/limit-attempts.ts';
import { canManageRole, permissions } from '#domain/permissions.ts';
import { isId, email as emailField, parseInput, optionalLine } from '#domain/text/fields.ts';
import { inTransaction, type InTransaction } from '#domain/transaction.ts';

export const closedInvitation = 'This invitation has been used, withdrawn or has expired. Ask for a new one.';

/**
 * The open invitation of a link; null when it is used, withdrawn, expired or unknown, or its inviter may no longer
 * invite.
 */
export async function findInvitation(
  ctx: { db: Database },
  token: string,
): Promise<OpenInvitationRow | null> {
  return openOrNull(await findInvitationRow(ctx.db, hashToken(token)));
}

/** The open invitation of an address, by the same rules. */
export async function findInvitationOf(
  ctx: { db: Database },
  email: string,
): Promise<OpenInvitationRow | null> {
  return openOrNull(await findInvitationRowByEmail(ctx.db, email));
}

function openOrNull(row: OpenInvitationRow | undefined): OpenInvitationRow | null {
  if (!row) return null;
  const isFromCommandLine = row.invited_by === null;
  const mayInvite = row.inviter_role !== null && canManageRole({ role: row.inviter_role }, row.role);
  return isFromCommandLine || mayInvite ? row : null;
}

export type InvitationItem = { id: string; email: string; role: Role; expiresAt: Date };

/** The invitations that have not been accepted yet, at most 100. @throws forbidden. */
export async function listInvitations(ctx: DomainContext): Promise<InvitationItem[]> {
  requirePermission(ctx, 'manage-admins');
  const rows = await listInvitationRows(ctx.db, 100);
  return rows.map(({ id, email, role, expires_at }) => ({ id, email, role, expiresAt: expires_at }));
}

const notOpen = () => notFound('This invitation is no longer open.');

/** @throws forbidden for an invitation to a role above the actor's own, not-found. */
export async function withdrawInvitation(ctx: DomainContext, id: string): Promise<void> {
  const actor = requirePermission(ctx, 'manage-admins');
  if (!isId(id)) throw notOpen();
  await inTransaction(ctx, async ({ db: trx }) => {
    const invitation = await lockInvitation(trx, id);
    if (!invitation) throw notOpen();
    if (!canManageRole(actor, invitation.role)) throw forbidden(permissions['manage-super-admins'].denial);
    await deleteInvitation(trx, id);
    await recordActivity(trx, ctx, {
      action: 'invitation-withdrawn',
      subject: { id: null, label: invitation.email },
      before: { role: invitation.role },
    });
  });
}

/** Days for which an invitation can be accepted. */
export const invitationDays = 7;

const invitationInput = z.object({
  email: emailField,
  role: z.enum(roles, 'Please select a role.').default('editor'),
});

/** `link` is set where no email is sent and it must be passed on by hand; else null. */
export type Invitation = { email: string; link: string | null };

/**
 * Invites a new person by email: a link that works once, for this address, while the inviter may still grant the role.
 * An earlier invitation of the same address ends.
 * @throws forbidden, invalid input, conflict when the address has an account that can be given the role or has one,
 * too-many.
 */
export async function inviteAdmin(ctx: DomainContext, input: unknown): Promise<Invitation> {
  const actor = requirePermission(ctx, 'manage-admins');
  requireFreshProof(ctx);
  const { email, role } = parseInput(invitationInput, input);
  const { origin } = ctx;
  await limitAttempts(ctx, [{ name: 'invite', subject: actor.userId, maxAttempts: 50, minutes: 60 }]);
  const emailId = randomUUID();
  const token = ctx.emailToken(emailId);
  await inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    await assertMayGrant(trx, actor, role);
    const known = 'There is an account with this email address already. Choose it from the list of users.';
    await storeInvitation(trx, { email, role, token, invitedBy: actor.userId }, known);
    const activity = {
      action: 'admin-invited',
      subject: { id: null, label: email },
      after: { role },
    } as const;
    await recordSecurityActivity(tx, activity, { toRole: role });
    const message = composeInvitation({
      to: email,
      inviter: actor.name ?? actor.email,
      role,
      origin,
      link: invitationLink(origin, tokenPlace),
      daysOpen: invitationDays,
    });
    await enqueueEmail(tx, message, { id: emailId });
  });
  return { email, link: ctx.mail.isSetUp ? null : invitationLink(origin, token) };
}

/**
 * The same from the command line: checks no permission, and sends no email.
 * @returns the link, to be passed on by hand.
 * @throws invalid input, conflict when the address has an account that can be given the role or has one.
 */
export async function inviteByCommand(
  ctx: { db: Database; origin: string },
  input: { email: string; role: Role },
): Promise<{ email: string; link: string }> {
  const { email, role } = parseInput(invitationInput, input);
  const token = createToken();
  await inTransaction(ctx, async ({ db: trx }) => {
    const known = 'There is already an account with this email address.';
    await storeInvitation(trx, { email, role, token, invitedBy: null }, known);
    await recordCommand(trx, {
      action: 'admin-invited',
      subject: { id: null, label: email },
      after: { role },
    });
  });
  return { email, link: invitationLink(ctx.origin, token) };
}

async function storeInvitation(
  trx: Database,
  { token, ...invitation }: { email: string; role: Role; token: string; invitedBy: string | null },
  known: string,
): Promise<void> {
  const account = await findAccountByEmail(trx, invitation.email);
  if (account?.email_verified) throw conflict(known);
  if (account && (await findAdminByUser(trx, account.id))) throw conflict('This user is already an admin.');
  await replaceInvitation(trx, { ...invitation, tokenHash: hashToken(token), hours: invitationDays * 24 });
}

function invitationLink(origin: string, token: string): string {
  return `${origin}/admin/invitation?token=${token}`;
}

const acceptanceInput = z.object({
  token: z.string(),
  displayName: optionalLine('Display name', 120),
  password: newPassword,
});

/**
 * Makes the invited account with its role. The address is the invitation's own: the holder of the link cannot choose
 * another.
 * @throws forbidden when the invitation is closed, invalid input.
 */
export async function acceptInvitation(
  ctx: DomainContext,
  auth: Pick<Passwords, 'hashPassword'>,
  input: unknown,
): Promise<{ email: string }> {
  requirePasswords(ctx);
  const { token, displayName, password } = parseInput(acceptanceInput, input);
  const open = await findInvitation(ctx, token);
  if (!open) throw forbidden(closedInvitation);
  const passwordHash = await hashNewPassword(auth, { email: open.email, password });
  return inTransaction(ctx, async (tx) => {
    const invitation = await findInvitation(tx, token);
    return takeInvitation(tx, invitation, { displayName, passwordHash });
  });
}

/**
 * Uses an invitation up: makes its account and gives it the role.
 * @param person.passwordHash null where they proved their address by single sign-on: a new account has no password then
 * @throws forbidden when the invitation is closed.
 */
export async function takeInvitation(
  tx: InTransaction<DomainContext>,
  invitation: OpenInvitationRow | null,
  person: { displayName: string | null; passwordHash: string | null },
): Promise<{ userId: string; email: string }> {
  const { db: trx } = tx;
  if (!invitation || !(await deleteInvitation(trx, invitation.id))) throw forbidden(closedInvitation);
  const { email, role } = invitation;
  const by = { userId: await makeInvitedAccount(trx, { email, ...person }), email };
  if (!(await insertAdmin(trx, by.userId, role))) throw forbidden(closedInvitation);
  await recordSecurityActivity(tx, { action: 'invitation-accepted', by, after: { role } }, { toRole: role });
  return by;
}

/**
 * The account of an invited person, who has proved that the address is theirs. One that exists is taken over: its
 * sessions and links end, and what another person may have entered without a confirmed address is deleted, the password
 * included.
 */
async function makeInvitedAccount(
  trx: Database,
  invited: { email: string; displayName: string | null; passwordHash: string | null },
): Promise<string> {
  const { email, displayName, passwordHash } = invited;
  const name = displayName ?? nameFromEmail(email);
  const made = await insertUser(trx, { email, email_verified: true, password_hash: passwordHash });
  if (made) {
    await insertProfile(trx, { user_id: made.id, display_name: name, username: null });
    return made.id;
  }
  const existing = await findAccountByEmail(trx, email);
  if (!existing) throw forbidden(closedInvitation);
  if (!existing.email_verified) {
    const names = { display_name: name, username: null, first_name: null, last_name: null };
    await upsertProfile(trx, existing.id, names);
    await deleteKnownPlaces(trx, existing.id);
    await updatePassword(trx, existing.id, null);
  }
  if (passwordHash !== null) await updatePassword(trx, existing.id, passwordHash);
  await markEmailConfirmed(trx, existing.id);
  await endAccess(trx, existing.id);
  return existing.id;
}
