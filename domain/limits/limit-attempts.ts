import { createHash } from 'node:crypto';

import { deleteAttempts, deleteOldAttempts, giveAttemptsBack, takeAttempt } from '#db/queries/attempts.ts';
import { reportSecurityEvent, type SecurityContext } from '#domain/activity/security-events.ts';
import type { DomainContext } from '#domain/context.ts';
import { isDomainError, tooMany } from '#domain/errors.ts';
import { inTransaction } from '#domain/transaction.ts';

/** At most `most` attempts within any `minutes`, for each `of`: an address of a client, an account, or both. */
export type Limit = { name: string; of: string; most: number; minutes: number };

export type LimitContext = Pick<DomainContext, 'db' | 'rateLimits'> & SecurityContext;

/**
 * Counts an attempt under every limit, or under none when one of them is reached. The counts live in the database:
 * they hold on every instance and across restarts.
 * @param email the address that the attempts are about, where nobody is signed in; it goes to the log.
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
      const { most, minutes } = limit;
      const wait = await takeAttempt(trx, { key: attemptKey(limit), most, seconds: minutes * 60 });
      if (wait === null) continue;
      const by = email === undefined ? ctx.actor : { userId: null, email };
      reportSecurityEvent(ctx, 'limit-reached', { limit: limit.name }, by);
      throw tooMany(`Too many attempts. Please try again in ${inWords(wait)}.`, wait);
    }
  });
}

/** Counts an attempt as `limitAttempts` does, for limits that nobody is told of. @returns whether there was room. */
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

/** Only hashes are kept: people type passwords into the wrong field. */
export function attemptKey({ name, of }: Pick<Limit, 'name' | 'of'>): Buffer {
  return createHash('sha256').update(`${name}\n${of}`).digest();
}

/**
 * A try that was counted under these limits was no failure: all of one's own are forgotten, and of those that others share
 * this one is given back. What no longer counts is taken away too, so that the table stays as small as the present.
 */
export async function giveBack(
  ctx: Pick<DomainContext, 'db' | 'rateLimits'>,
  own: Limit,
  shared: readonly Limit[],
): Promise<void> {
  if (!ctx.rateLimits) return;
  await deleteAttempts(ctx.db, attemptKey(own));
  await giveAttemptsBack(ctx.db, shared.map(attemptKey));
  await deleteOldAttempts(ctx.db);
}

/** An attempt that was counted under these limits is not what they count: it is taken off again. */
export async function giveOneBack(ctx: LimitContext, limits: readonly Limit[]): Promise<void> {
  if (ctx.rateLimits) await giveAttemptsBack(ctx.db, limits.map(attemptKey));
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
