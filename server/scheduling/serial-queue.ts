import type { Logger } from '#adapters/log.ts';

/** Work that can wait, one piece after the other, so that it never takes more than one core. */
export interface SerialQueue {
  /** What fails is logged and left. */
  add(work: () => Promise<void>): void;
}

export function createSerialQueue(log: Pick<Logger, 'error'>): SerialQueue {
  const waiting: (() => Promise<void>)[] = [];
  let isRunning = false;

  return {
    add(work) {
      waiting.push(work);
      if (!isRunning) void run();
    },
  };

  async function run(): Promise<void> {
    isRunning = true;
    for (let work = waiting.shift(); work !== undefined; work = waiting.shift()) {
      await work().catch((error: unknown) => log.error('Background work failed', { error }));
    }
    isRunning = false;
  }
}
