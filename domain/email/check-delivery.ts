import { findLastFailure, measureOutbox } from '#db/queries/outbox.ts';
import { requirePermission, type Core } from '#domain/core/context.ts';
import { deliveryFailureMessage } from './mailer.ts';
import type { DeliveryCheck } from './delivery.ts';

/** How messages reach the firm, and the problems with it. @throws forbidden for editors. */
export async function checkDelivery(ctx: Core & DeliveryCheck) {
  requirePermission(ctx, 'manage-inbox');
  const { transport, recipient } = ctx.emailCheck;
  const [outbox, lastFailure] = await Promise.all([measureOutbox(ctx.db), findLastFailure(ctx.db)]);
  return { transport, recipient, ...outbox, lastFailure };
}

/** Milliseconds; the administrator waits for the answer. */
const testTimeout = 20_000;

/**
 * Sends one message to the firm, now.
 * @returns what the mail server said when it was not accepted; null when it was
 * @throws forbidden for editors
 */
export async function sendTestMessage(ctx: Core & DeliveryCheck): Promise<string | null> {
  requirePermission(ctx, 'manage-inbox');
  const signal = AbortSignal.timeout(testTimeout);
  try {
    await ctx.emailCheck.sendTest(signal);
    return null;
  } catch (error) {
    return signal.aborted ? `Timed out after ${testTimeout / 1_000} seconds` : deliveryFailureMessage(error);
  }
}
