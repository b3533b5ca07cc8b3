import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import type { Database } from '#db/client.ts';
import { findAccountByEmail } from '#db/queries/accounts.ts';
import { findAdminByUser } from '#db/queries/admins.ts';
import { replaceInvitation } from '#db/queries/invitations.ts';
import { recordCommand, recordSecurityActivity } from '#domain/activity/record-activity.ts';
import type { Core, EmailTokens, Outgoing, OwnSession } from '#domain/core/context.ts';
import { inTransaction, requirePermission, requireFreshProof } from '#domain/core/context.ts';
import { roles, type Role } from '#domain/core/permissions.ts';
import { enqueueEmail, tokenPlace } from '#domain/email/enqueue-email.ts';
import { conflict } from '#domain/core/errors.ts';
import { limitAttempts, type LimitContext } from '#domain/limits/limit-attempts.ts';
import { email as emailField, parseInput } from '#domain/fields/fields.ts';
import { composeInvitation } from '../emails.ts';
import { assertMayGrant } from '../roles/lock-admin.ts';
import { createToken, hashToken } from '#domain/core/secrets.ts';

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
export async function inviteAdmin(
  ctx: Core & Outgoing & LimitContext & EmailTokens & OwnSession,
  input: unknown,
): Promise<Invitation> {
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
