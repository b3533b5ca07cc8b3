import { takeBackAttempts } from '#db/queries/attempts.ts';
import type { DomainContext } from '#domain/context.ts';
import { attemptKey, type Limit } from './limit.ts';

/** Takes back an attempt that was counted under these limits but is not what they count. */
export async function takeBackAttempt(
  ctx: Pick<DomainContext, 'db' | 'rateLimits'>,
  limits: readonly Limit[],
): Promise<void> {
  if (ctx.rateLimits) await takeBackAttempts(ctx.db, limits.map(attemptKey));
}
