import type { DomainContext } from '#domain/context.ts';
import { limitAttempts } from '#domain/limits/limit-attempts.ts';
import { networkOf } from '#domain/limits/network-of.ts';
import { email as emailField, parseInput } from '#domain/text/fields.ts';
import { untilConstantResponseTime } from './constant-response-time.ts';
import { findUnconfirmedAccount, sendConfirmationLink } from './send-confirmation-link.ts';

/**
 * Sends the link again on request, if there is an account that still needs it. The answer is the same, and comes after
 * the same time, for every address.
 * @throws invalid input, too-many: of the network, or for the address.
 */
export async function resendConfirmation(ctx: DomainContext, typed: unknown): Promise<void> {
  const email = parseInput(emailField, typed);
  await limitAttempts(ctx, [
    { name: 'confirmation', subject: networkOf(ctx.clientAddress), maxAttempts: 10, minutes: 60 },
    { name: 'confirmation-address', subject: email, maxAttempts: 3, minutes: 60 },
  ]);
  const started = performance.now();
  const account = await findUnconfirmedAccount(ctx, email);
  if (account) await sendConfirmationLink(ctx, account);
  await untilConstantResponseTime(started);
}
