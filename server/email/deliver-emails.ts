import { deliverNext, type Deliverer } from '#domain/email/deliver-next.ts';
import type { Logger } from '#adapters/log.ts';
import { redactAddresses } from '../http/redact-addresses.ts';
import { workWithin } from '../scheduling/shutdown.ts';

/** How long a delivery may go on when the process stops: after it there must be time to give its entry back. Milliseconds. */
const grace = workWithin - 500;

/** Delivers the due emails of the outbox, one after the other, until none is due or the process stops. */
export async function deliverEmails(
  parts: Omit<Deliverer, 'onFailure' | 'now'>,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  const deliverer: Deliverer = {
    ...parts,
    now: () => new Date(),
    onFailure: ({ id, attempts, error }) =>
      log.warn('A delivery failed', { outboxId: id, attempts, reason: redactAddresses(String(error)) }),
  };
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
