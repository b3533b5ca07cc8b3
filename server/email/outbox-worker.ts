import { deliverNext, type Deliverer } from '#domain/email/deliver-next.ts';
import type { Logger } from '#adapters/log.ts';
import { repeatJob, type RepeatedJob } from '../jobs/repeat-job.ts';
import { redactAddresses } from '../http/redact-addresses.ts';

/** For what another instance put there, and for what is to be tried again. */
const everyMilliseconds = 5_000;
/** One that waits for a mail server keeps no other from what comes meanwhile: a slow one holds up so many, and no more. */
const atOnce = 4;
/** What is under way when the process stops gets so long to arrive. Milliseconds. */
const grace = 3_000;

/** Delivers what waits in the outbox, as soon as it is woken. */
export function runOutboxWorker(parts: Omit<Deliverer, 'onFailure' | 'now'>, log: Logger): RepeatedJob {
  const deliverer: Deliverer = {
    ...parts,
    now: () => new Date(),
    onFailure: ({ id, tries, error }) =>
      log.warn('A delivery failed', { outboxId: id, tries, reason: redactAddresses(String(error)) }),
  };
  return repeatJob({
    name: 'The outbox',
    everyMilliseconds,
    atOnce,
    log,
    run: (stopping) => deliverAll(deliverer, stopping),
  });
}

async function deliverAll(deliverer: Deliverer, stopping: AbortSignal): Promise<void> {
  const end = new AbortController();
  const endSoon = () => void setTimeout(() => end.abort(), grace).unref();
  stopping.addEventListener('abort', endSoon, { once: true });
  try {
    while (!stopping.aborted && (await deliverNext(deliverer, end.signal))) {
      // The next one.
    }
  } finally {
    stopping.removeEventListener('abort', endSoon);
  }
}
