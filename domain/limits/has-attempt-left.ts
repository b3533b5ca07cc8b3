import { isDomainError } from '#domain/errors.ts';
import { limitAttempts, type LimitContext } from './limit-attempts.ts';
import type { Limit } from './limit.ts';

/** Counts an attempt as `limitAttempts` does, for limits that the caller hides. @returns whether it was counted. */
export async function hasAttemptLeft(
  ctx: LimitContext,
  limits: readonly Limit[],
  email?: string,
): Promise<boolean> {
  try {
    await limitAttempts(ctx, limits, email);
    return true;
  } catch (error) {
    if (isDomainError(error)) return false;
    throw error;
  }
}
