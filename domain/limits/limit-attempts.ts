import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

import { deleteAttempts, deleteOldAttempts, takeAttempt, takeBackAttempts } from '#db/queries/attempts.ts';
import { reportSecurityEvent, type SecurityContext } from '#domain/activity/record-activity.ts';
import { inTransaction, type Core } from '#domain/core/context.ts';
import { isDomainError, tooMany } from '#domain/core/errors.ts';

/** Maximum attempts within any `minutes` for each `subject`: a client's network, an account, or both. */
export type Limit = { name: string; subject: string; maxAttempts: number; minutes: number };

/** The key of a limit's row. Only hashes are stored, because people type passwords into the wrong field. */
export function attemptKey({ name, subject }: Pick<Limit, 'name' | 'subject'>): Buffer {
  return createHash('sha256').update(`${name}\n${subject}`).digest();
}

type RateLimits = {
  /** True if attempts are limited; off for load tests. */
  rateLimits: boolean;
};

export type LimitContext = Pick<Core, 'db'> & RateLimits & SecurityContext;

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

/** Takes back an attempt that was counted under these limits but is not what they count. */
export async function takeBackAttempt(
  ctx: Pick<Core, 'db'> & LimitContext,
  limits: readonly Limit[],
): Promise<void> {
  if (ctx.rateLimits) await takeBackAttempts(ctx.db, limits.map(attemptKey));
}

/**
 * After an attempt that succeeded: deletes all attempts under `own`, and takes this one back from the limits that others
 * share. Deletes expired attempts too, so that the table stays small.
 */
export async function clearAttempts(
  ctx: Pick<Core, 'db'> & LimitContext,
  own: Limit,
  shared: readonly Limit[],
): Promise<void> {
  if (!ctx.rateLimits) return;
  await deleteAttempts(ctx.db, attemptKey(own));
  await takeBackAttempts(ctx.db, shared.map(attemptKey));
  await deleteOldAttempts(ctx.db);
}

/**
 * The key of one client: an IPv4 address, or the /64 of an IPv6 address, because one household or machine can use
 * every address of it.
 */
export function networkOf(address: string | null): string {
  if (address === null || !isIPv6(address)) return address ?? '';
  return `${firstGroups(address).join(':')}::`;
}

/** The first four of the eight groups, each in its shortest spelling, as `URL` has them. */
function firstGroups(address: string): string[] {
  const { hostname } = new URL(`http://[${address.split('%', 1)[0]}]`);
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail].slice(0, 4);
}
