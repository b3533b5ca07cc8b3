import { deliverNext, type Deliverer } from '#domain/messages/deliver-waiting.ts';
import type { Logger } from '#adapters/log.ts';
import { repeatJob, type RepeatedJob } from './repeated-job.ts';

/** For what another instance put there, and for what is to be tried again. */
const everyMilliseconds = 5_000;
/** A slow mail server holds up so many of its own letters, and no more. */
const atOnce = 4;

/** Delivers what waits in the outbox, as soon as it is woken. */
export function workOnOutbox(parts: Omit<Deliverer, 'onFailure' | 'now'>, log: Logger): RepeatedJob {
  const deliverer: Deliverer = {
    ...parts,
    now: () => new Date(),
    onFailure: ({ id, tries, error }) => log.warn('A delivery failed', { outboxId: id, tries, error }),
  };
  return repeatJob({
    name: 'The outbox',
    everyMilliseconds,
    log,
    async run(signal) {
      const worker = async () => {
        while (!signal.aborted && (await deliverNext(deliverer))) {
          // The next one.
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
    },
  });
}
