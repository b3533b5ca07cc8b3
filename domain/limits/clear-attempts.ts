import { deleteAttempts, deleteOldAttempts, takeBackAttempts } from '#db/queries/attempts.ts';
import type { DomainContext } from '#domain/context.ts';
import { attemptKey, type Limit } from './limit.ts';

/**
 * After an attempt that succeeded: deletes all attempts under `own`, and takes this one back from the limits that others
 * share. Deletes expired attempts too, so that the table stays small.
 */
export async function clearAttempts(
  ctx: Pick<DomainContext, 'db' | 'rateLimits'>,
  own: Limit,
  shared: readonly Limit[],
): Promise<void> {
  if (!ctx.rateLimits) return;
  await deleteAttempts(ctx.db, attemptKey(own));
  await takeBackAttempts(ctx.db, shared.map(attemptKey));
  await deleteOldAttempts(ctx.db);
}
