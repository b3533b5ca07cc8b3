import type { Database } from '#db/client.ts';
import {
  claimJob,
  claimScheduled,
  extendLease,
  finishJob,
  storeFailure,
  type HeldJob,
  type Payloads,
} from '#db/queries/jobs.ts';
import { deliveryFailureMessage, MailServerUnavailable } from '#domain/email/mailer.ts';
import { nextAttemptAt } from '#domain/email/next-attempt.ts';
import { untilStored } from '#domain/core/until-stored.ts';

/** Work of the queue: verbs add its jobs, and any instance runs them. */
export type Task<Name extends keyof Payloads = keyof Payloads> = {
  task: Name;
  /** A job whose worker ended is claimed again after so many seconds; a running one extends its lease before. */
  leaseSeconds: number;
  /** Keys of the jobs that this instance can do; without it, it can do all. */
  keys?: () => Promise<readonly string[]>;
  /** How many of its jobs this process runs at once. */
  atOnce: number;
  /** Rejects when the job is to be tried again. May run twice where a worker ended before its end was stored. */
  run: (job: HeldJob<Payloads[Name]>, stopping: AbortSignal) => Promise<unknown>;
  onFailure: (failure: { id: string; attempts: number; error: unknown }) => void;
  now?: () => Date;
};

/** Work that comes again and again, on one instance at a time. */
export type Schedule = {
  name: string;
  everyMilliseconds: number;
  /** True if there is something to do; without it, there is once in each interval. */
  isDue?: () => Promise<boolean>;
  run: (stopping: AbortSignal) => Promise<unknown>;
};

/** Seconds after which another instance goes on with a schedule whose process ended. */
const scheduleLease = 20;

/**
 * Runs one job of the task, if any is due. May run in many processes at once: each job is claimed by one of them.
 * @param stopping makes `run` end early, and the job due again
 * @returns whether there was anything to do
 */
export async function runNextJob<Name extends keyof Payloads>(
  db: Database,
  { task, leaseSeconds, keys, run, onFailure, now = () => new Date() }: Task<Name>,
  stopping: AbortSignal,
): Promise<boolean> {
  const job = await claimJob(db, task, leaseSeconds, await keys?.());
  if (!job) return false;
  try {
    await whileHeld(db, job, leaseSeconds, () => run(job, stopping));
  } catch (error) {
    if (stopping.aborted) {
      await extendLease(db, job, 0);
      return true;
    }
    onFailure({ id: job.id, attempts: job.attempts, error });
    await storeFailure(db, job, {
      error: deliveryFailureMessage(error),
      nextAttemptAt: nextAttemptAt(job, now()),
      isServerUnavailable: error instanceof MailServerUnavailable,
    });
    return true;
  }
  await untilStored(() => finishJob(db, job.id));
  return true;
}

/** Runs the work of a schedule if it is due and no other instance runs it. Nothing is written while it is not due. */
export async function runSchedule(
  db: Database,
  { name, everyMilliseconds, isDue, run }: Schedule,
  stopping: AbortSignal,
): Promise<unknown> {
  // A little less than the interval: the timer of this process must not come just before it is due again.
  if (!isDue) return (await claimScheduled(db, name, (everyMilliseconds / 1_000) * 0.9)) && run(stopping);
  if (!(await isDue())) return undefined;
  const job = await claimScheduled(db, name, scheduleLease);
  if (!job) return undefined;
  try {
    return await whileHeld(db, job, scheduleLease, () => run(stopping));
  } finally {
    await extendLease(db, job, 0);
  }
}

async function whileHeld(
  db: Database,
  job: HeldJob,
  leaseSeconds: number,
  work: () => Promise<unknown>,
): Promise<unknown> {
  // When this fails, another worker claims the job after the lease.
  const extend = () => void extendLease(db, job, leaseSeconds).catch(() => {});
  const holding = setInterval(extend, leaseSeconds * 250);
  try {
    return await work();
  } finally {
    clearInterval(holding);
  }
}
