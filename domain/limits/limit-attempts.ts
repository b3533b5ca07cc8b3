import { takeAttempt } from '#db/queries/attempts.ts';
import { reportSecurityEvent, type SecurityContext } from '#domain/activity/security-events.ts';
import type { DomainContext } from '#domain/context.ts';
import { tooMany } from '#domain/errors.ts';
import { inTransaction } from '#domain/transaction.ts';
import { attemptKey, type Limit } from './limit.ts';

export type LimitContext = Pick<DomainContext, 'db' | 'rateLimits'> & SecurityContext;

/**
 * Counts an attempt under every limit, or under none when one of them is reached. The counts live in the database:
 * they hold on every instance and across restarts.
 * @param email for the log: the address that the attempts are about, where no user is signed in.
 * @throws too-many.
 */
export async function limitAttempts(
  ctx: LimitContext,
  limits: readonly Limit[],
  email?: string,
): Promise<void> {
  if (!ctx.rateLimits) return;
  await inTransaction(ctx, async ({ db: trx }) => {
    for (const limit of limits) {
      const { maxAttempts, minutes } = limit;
      const wait = await takeAttempt(trx, { key: attemptKey(limit), maxAttempts, seconds: minutes * 60 });
      if (wait === null) continue;
      const by = email === undefined ? ctx.actor : { userId: null, email };
      reportSecurityEvent(ctx, 'limit-reached', { limit: limit.name }, by);
      throw tooMany(`Too many attempts. Please try again in ${inWords(wait)}.`, wait);
    }
  });
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
