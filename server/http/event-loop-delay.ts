/** How long the event loop was recently blocked: time in which no incoming data was read. */
export interface EventLoopDelay {
  /** Milliseconds within the last window, up to now. */
  recent(): number;
  stop(): void;
}

/** Milliseconds. */
const tickMilliseconds = 100;
/** Milliseconds that a timer may be late while the event loop is not blocked. */
const tolerance = 20;

/** @param windowMilliseconds how long a delay is counted, not including time in which the event loop was blocked again */
export function watchEventLoopDelay(windowMilliseconds: number): EventLoopDelay {
  const delays: { milliseconds: number; unblockedTime: number }[] = [];
  /** Milliseconds since the start. */
  let total = 0;
  let tickedAt = performance.now();

  const timer = setInterval(tick, tickMilliseconds);
  timer.unref();

  return {
    recent() {
      // The caller's timer may run before this one.
      tick();
      return delays.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    },
    stop: () => clearInterval(timer),
  };

  function tick(): void {
    const now = performance.now();
    const milliseconds = now - tickedAt - tickMilliseconds;
    tickedAt = now;
    if (milliseconds > tolerance) {
      total += milliseconds;
      delays.push({ milliseconds, unblockedTime: now - total });
    }
    while (delays[0] !== undefined && now - total - delays[0].unblockedTime > windowMilliseconds) {
      delays.shift();
    }
  }
}
