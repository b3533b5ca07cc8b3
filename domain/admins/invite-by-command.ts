import { z } from 'zod';

import type { Database } from '#db/client.ts';
import { findAccountByEmail } from '#db/queries/accounts.ts';
import { replaceInvitation } from '#db/queries/invitations.ts';
import { findAdminByUser } from '#db/queries/people.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { Role } from '#domain/actor.ts';
import { createToken, hashToken } from '#domain/auth/one-time-token.ts';
import { conflict } from '#domain/errors.ts';
import { email, parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { invitationDays, invitationLink } from './invitation-link.ts';

const addressInput = z.object({ email });

/**
 * Invites a new person from the command line: checks no permission, and sends no email. An earlier invitation
 * of the same address ends.
 * @returns the link, to be passed on by hand.
 * @throws invalid input, conflict when the address has an account that can be given the role or has one.
 */
export async function inviteByCommand(
  ctx: { db: Database; origin: string },
  input: { email: string; role: Role },
): Promise<{ email: string; link: string }> {
  const { email: address } = parseInput(addressInput, input);
  const token = createToken();
  await inTransaction(ctx, async ({ db: trx }) => {
    const account = await findAccountByEmail(trx, address);
    if (account && (account.email_verified || (await findAdminByUser(trx, account.id)))) {
      throw conflict('There is already an account with this email address.');
    }
    await replaceInvitation(trx, {
      email: address,
      role: input.role,
      tokenHash: hashToken(token),
      invitedBy: null,
      hours: invitationDays * 24,
    });
    await recordActivity(
      trx,
      { actor: null, clientAddress: null },
      {
        action: 'admin-invited',
        by: { process: 'command line' },
        subject: { id: null, label: address },
        after: { role: input.role },
      },
    );
  });
  return { email: address, link: invitationLink(ctx.origin, token) };
}
