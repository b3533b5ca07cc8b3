import { z } from 'zod';

import {
  deleteAccountsWithoutRole,
  findAccountByEmail,
  insertRepeatedSignUp,
  insertUser,
  type AccountRow,
} from '#db/queries/accounts.ts';
import { insertProfile } from '#db/queries/profiles.ts';
import type { Database } from '#db/client.ts';
import { recordSecurityActivity } from '#domain/activity/record-activity.ts';
import type { Core, EmailTokens, Secrets, SignInRules, Outgoing } from '#domain/core/context.ts';
import { inTransaction } from '#domain/core/context.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import { conflict, forbidden } from '#domain/core/errors.ts';
import type { LimitContext } from '#domain/limits/limit-attempts.ts';
import { hasAttemptLeft, limitAttempts, networkOf } from '#domain/limits/limit-attempts.ts';
import { email, optionalLine, parseInput } from '#domain/fields/fields.ts';
import type { Passwords } from '../auth.ts';
import { sendConfirmation, untilConstantResponseTime } from './confirm-email.ts';
import { composeExistingAccount } from '../emails.ts';
import { hashNewPassword, newPassword } from '../password.ts';
import { startSession } from '../sessions/sessions.ts';
import { requirePasswords } from '../sign-in-ways.ts';

const signUpInput = z.object({
  email,
  password: newPassword,
  username: optionalLine('Username', 60),
  display_name: optionalLine('Display name', 120),
});

/** Sign-ups from one network: where addresses are not confirmed, the answer tells whether there is an account. */
export const maxSignUpsPerDay = 20;

/** Days after which an account that never had a role is deleted. */
const unusedAccountDays = 30;

/** The name of an account that was given none: the part of its email address before the @. */
export function nameFromEmail(address: string): string {
  return address.slice(0, address.lastIndexOf('@'));
}

/**
 * Makes an account without a role, and signs in to it where addresses are not confirmed. Other fields of the input are
 * ignored. Where addresses are confirmed, an address that already has an account is treated alike, after the same time:
 * its owner is notified by email.
 * @throws invalid input, too-many; forbidden where sign-up is off; conflict for a taken address that is not confirmed
 * by email.
 */
export async function signUp(
  ctx: Core & Outgoing & Secrets & LimitContext & EmailTokens & SignInRules,
  auth: Pick<Passwords, 'hashPassword'>,
  input: unknown,
  userAgent: string | null,
): Promise<{ email: string; setCookies: string[] }> {
  requirePasswords(ctx);
  if (!ctx.signInWays.signUp) throw forbidden('This site does not take new accounts.');
  const account = parseInput(signUpInput, input);
  await limitAttempts(ctx, [
    {
      name: 'sign-up',
      subject: networkOf(ctx.clientAddress),
      maxAttempts: maxSignUpsPerDay,
      minutes: 24 * 60,
    },
  ]);
  const begun = performance.now();
  try {
    const userId = await makeAccount(ctx, account, await hashNewPassword(auth, account));
    const isIn = userId !== null && !ctx.emailConfirmation;
    const started = isIn && (await startSession(ctx, userId, { factor: 'password' }, userAgent));
    return { email: account.email, setCookies: started ? started.setCookies : [] };
  } finally {
    if (ctx.emailConfirmation) await untilConstantResponseTime(begun);
  }
}

/** @returns the id of the new user; null for an address that has an account. */
async function makeAccount(
  ctx: Core & Outgoing & LimitContext & EmailTokens & SignInRules,
  account: z.output<typeof signUpInput>,
  passwordHash: string,
): Promise<string | null> {
  const made = await inTransaction(ctx, async (tx) => {
    const user = await insertUser(tx.db, { email: account.email, password_hash: passwordHash });
    if (!user) return null;
    await insertProfile(tx.db, {
      user_id: user.id,
      display_name: account.display_name ?? account.username ?? nameFromEmail(account.email).slice(0, 120),
      username: account.username,
    });
    const by = { userId: user.id, email: account.email };
    await recordSecurityActivity(tx, { action: 'account-created', by });
    return user.id;
  });
  if (!made && !ctx.emailConfirmation) throw conflict('There is already an account with this email address.');
  const before = made ? undefined : await findAccountByEmail(ctx.db, account.email);
  if (before?.email_verified) await recordRepetition(ctx, before, passwordHash);
  else await sendConfirmation(ctx, account.email);
  return made;
}

/** Notifies the owner at most once a day, so that repeated attempts do not fill the mailbox. */
async function recordRepetition(
  ctx: Core & Outgoing & LimitContext,
  owner: AccountRow,
  passwordHash: string,
): Promise<void> {
  const limit = { name: 'existing-account', subject: owner.email, maxAttempts: 1, minutes: 24 * 60 };
  const ownerIsTold = await hasAttemptLeft(ctx, [limit]);
  await inTransaction(ctx, async (tx) => {
    await insertRepeatedSignUp(tx.db, owner.id, passwordHash);
    if (!ownerIsTold) return;
    await enqueueEmail(tx, composeExistingAccount({ to: owner.email, origin: ctx.origin }));
  });
}

/** Deletes the accounts that never had a role, `unusedAccountDays` after they were created. @returns how many. */
export function deleteUnusedAccounts(ctx: { db: Database }): Promise<number> {
  return deleteAccountsWithoutRole(ctx.db, unusedAccountDays);
}
