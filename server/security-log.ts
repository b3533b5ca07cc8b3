import type { Logger } from '#adapters/log.ts';
import type { SecurityEvent, SecurityEventName } from '#domain/activity/security-events.ts';

const windowMilliseconds = 10_000;
/** Lines of one event in one window; beyond, they are only counted. */
const maxPerWindow = 50;

/** What anybody can cause without an account, as often as they like. */
const floodable: ReadonlySet<SecurityEventName> = new Set([
  'sign-in-failed',
  'limit-reached',
  'permission-denied',
  'password-reset-requested',
]);
const failures: ReadonlySet<SecurityEventName> = new Set([
  'sign-in-failed',
  'limit-reached',
  'permission-denied',
]);

/**
 * Writes security events to the process log, each as one line `security event` with its name under `event`. A flood of
 * one event is cut to 50 lines in 10 seconds and counted, so that attackers neither fill the disk nor hide another event.
 * @param now milliseconds of a clock that never goes back
 */
export function createSecurityLog(
  log: Logger,
  now: () => number = () => performance.now(),
): (event: SecurityEvent) => void {
  const windows = new Map<SecurityEventName, { start: number; lines: number }>();

  function hasRoom(event: SecurityEventName): boolean {
    if (!floodable.has(event)) return true;
    const window = windows.get(event);
    if (window && now() - window.start <= windowMilliseconds) {
      window.lines += 1;
      return window.lines <= maxPerWindow;
    }
    windows.set(event, { start: now(), lines: 1 });
    const skipped = (window?.lines ?? 0) - maxPerWindow;
    if (skipped > 0) log.warn('Security events were left out', { event, count: skipped });
    return true;
  }

  return (event) => {
    if (!hasRoom(event.event)) return;
    if (failures.has(event.event)) log.warn('security event', event);
    else log.info('security event', event);
  };
}
