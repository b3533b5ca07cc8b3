/** How long the event loop was recently blocked: time in which no incoming data was read. */
export interface Lateness {
  /** Milliseconds within the last window, up to now. */
  recent(): number;
  stop(): void;
}

/** Milliseconds. Less than the tolerance is no lateness but the way timers are. */
const TICK = 100;
const TOLERANCE = 20;

/** @param windowMilliseconds how long a lateness is remembered, not counting time in which the process was late again */
export function watchLateness(windowMilliseconds: number): Lateness {
  const remembered: { milliseconds: number; punctualTime: number }[] = [];
  /** Ever. */
  let total = 0;
  let tickedAt = performance.now();

  const timer = setInterval(tick, TICK);
  timer.unref();

  return {
    recent() {
      // A timer that was due earlier may ask before ours has ticked.
      tick();
      return remembered.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    },
    stop: () => clearInterval(timer),
  };

  function tick(): void {
    const now = performance.now();
    const milliseconds = now - tickedAt - TICK;
    tickedAt = now;
    if (milliseconds > TOLERANCE) {
      total += milliseconds;
      remembered.push({ milliseconds, punctualTime: now - total });
    }
    while (remembered[0] !== undefined && now - total - remembered[0].punctualTime > windowMilliseconds) {
      remembered.shift();
    }
  }
}
