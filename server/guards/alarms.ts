import type { Logger } from '#adapters/log.ts';
import { keysOf } from '#domain/core/keys-of.ts';

/** The problem that each guard has found, in words that may be public; null: none. */
export type Alarms = Readonly<
  Record<'backups' | 'cdn' | 'clock' | 'disk' | 'email' | 'images' | 'jobs', string | null>
>;

const everyMilliseconds = 5_000;

/** Logs when a guard finds a problem and when it is over, whatever else the process waits for. @returns what ends it */
export function logAlarms(read: () => Alarms, log: Pick<Logger, 'warn' | 'info'>): () => void {
  let before: Partial<Alarms> = {};
  const timer = setInterval(() => {
    const found = read();
    for (const guard of keysOf(found)) {
      const problem = found[guard];
      const known = before[guard] ?? null;
      if (problem === known) continue;
      if (problem !== null) log.warn('A guard found a problem', { guard, problem });
      else log.info('A problem is over', { guard, problem: known });
    }
    before = found;
  }, everyMilliseconds);
  timer.unref();
  return () => clearInterval(timer);
}
