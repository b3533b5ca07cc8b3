import { setTimeout as sleep } from 'node:timers/promises';

import { hasAccountLink } from '#db/queries/account-links.ts';
import { findAccountByEmail, updateUser } from '#db/queries/accounts.ts';
import type { Core, EmailTokens, SignInRules, Outgoing } from '#domain/core/context.ts';
import { inTransaction } from '#domain/core/context.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { limitAttempts, networkOf, type LimitContext } from '#domain/limits/limit-attempts.ts';
import { email as emailField, parseInput } from '#domain/fields/fields.ts';
import { composeEmailConfirmation } from '../emails.ts';
import { sendLink, takeLink } from '../links.ts';

/** Repeated sign-ins do not send an email each time. */
const minutesBetween = 10;

/** Longer than the slowest of the responses takes. */
const responseMilliseconds = 500;

/**
 * Waits until half a second has passed, so that the response time does not tell what was done (a timing attack).
 * @param started when the work began, by `performance.now()`
 */
export async function untilConstantResponseTime(started: number): Promise<void> {
  await sleep(Math.max(0, Math.ceil(started + responseMilliseconds - performance.now())));
}

/**
 * Sends the link that confirms an address, if there is an account that still needs it; an earlier link ends.
 * @param isAsked false: not if one was sent in the last ten minutes
 */
export async function sendConfirmation(
  ctx: Core & Outgoing & EmailTokens & SignInRules,
  email: string,
  { isAsked = false } = {},
): Promise<void> {
  if (!ctx.emailConfirmation) return;
  const account = await findAccountByEmail(ctx.db, email);
  if (account?.email_verified !== false) return;
  const purpose = 'email-confirmation';
  if (!isAsked && (await hasAccountLink(ctx.db, account.id, purpose, minutesBetween))) return;
  const link = { userId: account.id, purpose } as const;
  await inTransaction(ctx, (tx) =>
    sendLink(tx, link, (token) => composeEmailConfirmation({ to: account.email, origin: ctx.origin, token })),
  );
}

/**
 * Sends the link again on request. The answer is the same, and comes after the same time, for every address.
 * @throws invalid input, too-many: of the network, or for the address.
 */
export async function resendConfirmation(
  ctx: Core & Outgoing & LimitContext & EmailTokens & SignInRules,
  typed: unknown,
): Promise<void> {
  const email = parseInput(emailField, typed);
  await limitAttempts(ctx, [
    { name: 'confirmation', subject: networkOf(ctx.clientAddress), maxAttempts: 10, minutes: 60 },
    { name: 'confirmation-address', subject: email, maxAttempts: 3, minutes: 60 },
  ]);
  const started = performance.now();
  await sendConfirmation(ctx, email, { isAsked: true });
  await untilConstantResponseTime(started);
}

/** Confirms the address of a link. @throws forbidden when the link is used, expired or unknown. */
export async function confirmEmail(ctx: Core, token: string): Promise<void> {
  await inTransaction(ctx, async ({ db: trx }) => {
    const { id: userId, email } = await takeLink(trx, 'email-confirmation', token);
    await updateUser(trx, userId, { email_verified: true });
    await recordActivity(trx, ctx, { action: 'email-confirmed', by: { userId, email } });
  });
}
