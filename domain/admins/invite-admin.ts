import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { findAccountByEmail } from '#db/queries/accounts.ts';
import { lockAdmins } from '#db/queries/admins.ts';
import { replaceInvitation } from '#db/queries/invitations.ts';
import { findAdminByUser } from '#db/queries/people.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import { requirePermission, roles } from '#domain/actor.ts';
import { hashToken } from '#domain/auth/one-time-token.ts';
import type { DomainContext } from '#domain/context.ts';
import { conflict, forbidden } from '#domain/errors.ts';
import { limitAttempts } from '#domain/limits/limit-attempts.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import { email, parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { permissions } from '#domain/permissions.ts';
import { tokenPlace } from '#domain/email/email-token.ts';
import { composeInvitation } from './compose-invitation.ts';
import { invitationDays, invitationLink } from './invitation-link.ts';
import { roleGrantDenial } from './role-change-denial.ts';

const invitationInput = z.object({ email, role: z.enum(roles, 'Please select a role.').default('editor') });

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
  const invitation = parseInput(invitationInput, input);
  await limitAttempts(ctx, [{ name: 'invite', subject: actor.userId, maxAttempts: 50, minutes: 60 }]);
  const emailId = randomUUID();
  await inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    const own = (await lockAdmins(trx, { userId: actor.userId })).find((row) => row.user_id === actor.userId);
    const denial = own ? roleGrantDenial(own.role, invitation.role) : permissions['manage-admins'].denial;
    if (denial !== null) throw forbidden(denial);
    const account = await findAccountByEmail(trx, invitation.email);
    if (account?.email_verified) {
      throw conflict(
        'There is an account with this email address already. Choose it from the list of users.',
      );
    }
    if (account && (await findAdminByUser(trx, account.id))) throw conflict('This user is already an admin.');
    await replaceInvitation(trx, {
      ...invitation,
      tokenHash: hashToken(ctx.emailToken(emailId)),
      invitedBy: actor.userId,
      hours: invitationDays * 24,
    });
    await recordActivity(trx, ctx, {
      action: 'admin-invited',
      subject: { id: null, label: invitation.email },
      after: { role: invitation.role },
    });
    const message = composeInvitation({
      to: invitation.email,
      inviter: actor.name ?? actor.email,
      role: invitation.role,
      origin: ctx.origin,
      link: invitationLink(ctx.origin, tokenPlace),
      daysOpen: invitationDays,
    });
    await enqueueEmail(tx, message, { id: emailId });
  });
  reportSecurityEvent(ctx, 'admin-invited', { toRole: invitation.role });
  return {
    email: invitation.email,
    link: ctx.mail.isSetUp ? null : invitationLink(ctx.origin, ctx.emailToken(emailId)),
  };
}
