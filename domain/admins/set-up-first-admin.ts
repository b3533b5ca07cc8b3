import { z } from 'zod';

import type { Database } from '#db/client.ts';
import { takeSetupLink } from '#db/queries/setup-links.ts';
import { hasSuperAdmin } from '#db/queries/people.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent, type SecurityContext } from '#domain/activity/security-events.ts';
import type { Auth } from '#domain/auth/auth.ts';
import { hashToken } from '#domain/auth/one-time-token.ts';
import { requirePasswords } from '#domain/auth/sign-in-ways.ts';
import type { DomainContext } from '#domain/context.ts';
import { forbidden } from '#domain/errors.ts';
import { parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { accountInput } from './account-input.ts';
import { createAdminAccount } from './create-account.ts';
import { isSetupOpen } from './is-setup-open.ts';

const setupInput = accountInput.extend({ token: z.string() });

/**
 * Makes the first super admin with a set-up link. The link is used up by the same transaction that makes the account,
 * so of concurrent requests one succeeds, and a refused password leaves the link open.
 * @throws forbidden when the link is used, expired or unknown; invalid input; conflict for a taken address.
 */
export async function setUpFirstAdmin(
  ctx: { db: Database } & SecurityContext & Pick<DomainContext, 'signInWays'>,
  auth: Pick<Auth, 'hashPassword'>,
  input: unknown,
): Promise<{ userId: string }> {
  requirePasswords(ctx);
  const { token, ...account } = parseInput(setupInput, input);
  if (!(await isSetupOpen(ctx, token))) throw forbidden(closedMessage);
  const by = await inTransaction(ctx, async ({ db: trx }) => {
    if (!(await takeSetupLink(trx, hashToken(token)))) throw forbidden(closedMessage);
    if (await hasSuperAdmin(trx)) throw forbidden(closedMessage);
    const { userId } = await createAdminAccount({ db: trx }, auth, account, 'super_admin');
    const person = { userId, email: account.email };
    await recordActivity(trx, ctx, {
      action: 'account-created',
      by: person,
      after: { role: 'super_admin' },
    });
    return person;
  });
  reportSecurityEvent(ctx, 'account-created', { toRole: 'super_admin' }, by);
  return { userId: by.userId };
}

const closedMessage = 'This set-up link has been used or has expired. Restart the server to get a new one.';
