import type { Logger } from '#adapters/log.ts';
import type { SecurityEvent } from '#domain/activity/record-activity.ts';
import type { SecurityEventName } from '#domain/activity/actions.ts';
import { createSample } from './scheduling/sample.ts';

/** Lines of one event; beyond, they are only counted. */
const limit = { perWindow: 50, milliseconds: 10_000 };

/** Events that anybody can cause without an account, as often as they like. */
const floodable: readonly SecurityEventName[] = [
  'sign-in-failed',
  'limit-reached',
  'permission-denied',
  'password-reset-requested',
];
const failures: ReadonlySet<SecurityEventName> = new Set([
  'sign-in-failed',
  'limit-reached',
  'permission-denied',
]);

/**
 * Writes security events to the process log, each as one line `security event` with its name under `event`. A flood of
 * one event is cut to 50 lines in 10 seconds and counted, so that attackers neither fill the disk nor hide another event.
 */
export function createSecurityLog(log: Logger): (event: SecurityEvent) => void {
  const samples = new Map(
    floodable.map((event) => [
      event,
      createSample(limit, (count) => log.warn('Security events were left out', { event, count })),
    ]),
  );
  return (event) => {
    if (samples.get(event.event)?.hasRoom() === false) return;
    if (failures.has(event.event)) log.warn('security event', event);
    else log.info('security event', event);
  };
}
