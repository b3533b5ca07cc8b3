import { createLog } from '#adapters/log.ts';
import type { Database } from '#db/client.ts';
import { deliver, type Deliverer } from '#domain/email/deliver.ts';
import type { Delivery } from '#domain/email/delivery.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { deliveryTask, queueWorker } from '#server/jobs/jobs.ts';
import { runNextJob, type Task } from '#server/jobs/run-job.ts';
import { repeatJob } from '#server/scheduling/repeat-job.ts';
import { contextOn } from './factories.ts';

const log = createLog({ level: 'silent' });

/** Delivers emails and messages, as a process does. */
export function startDeliveries(domain: DomainContext, delivery: Delivery | null) {
  return repeatJob(
    queueWorker(domain.db, deliveryTask({ domain: () => domain, delivery: () => delivery, log })),
    log,
  );
}

type Delivering = Deliverer & Pick<Task, 'onFailure'>;

/** Runs deliveries one by one; no email of our own can be sent. */
export const delivererOn = (
  db: Database,
  delivery: Delivery | null,
  overrides: Partial<Delivering> = {},
): Delivering => ({ ...contextOn(db), delivery, now: () => new Date(), onFailure: () => {}, ...overrides });

/** Delivers one email or message, if any is due. @returns whether there was one */
export function deliverNext(ctx: Delivering, stopping = new AbortController().signal): Promise<boolean> {
  const { db, now, onFailure } = ctx;
  const run: Task<'delivery'>['run'] = (job, signal) => deliver(ctx, job, signal);
  return runNextJob(db, { task: 'delivery', leaseSeconds: 90, atOnce: 1, run, onFailure, now }, stopping);
}
