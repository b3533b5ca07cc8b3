import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid } from '#domain/errors.ts';
import { deliveryFailureMessage } from './delivery-failure-message.ts';

/** Milliseconds; the administrator waits for the answer. */
const testTimeout = 20_000;

/** Sends one message to the firm, now. @throws forbidden for editors, invalid with what the mail server said. */
export async function sendTestMessage(ctx: DomainContext): Promise<void> {
  requirePermission(ctx, 'manage-inbox');
  const signal = AbortSignal.timeout(testTimeout);
  try {
    await ctx.emailCheck.sendTest(signal);
  } catch (error) {
    if (signal.aborted) throw invalid(`It was not taken over within ${testTimeout / 1_000} seconds.`);
    throw invalid(`It was not taken over: ${deliveryFailureMessage(error)}`);
  }
}
