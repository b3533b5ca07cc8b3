import { countersOf, type MetricSnapshot } from '../metrics/metrics.ts';

/** Gathers what the workers count. `Worker`: whatever stands for one. */
export interface WorkerMetrics<Worker extends object> {
  /**
   * Asks each of them.
   * @returns what they said, or said last, and what was counted by workers that have ended: no sum ever gets smaller
   */
  gather(workers: readonly Worker[]): Promise<MetricSnapshot[]>;
  /** The answer to a question. */
  answered(worker: Worker, id: number, snapshot: MetricSnapshot): void;
  ended(worker: Worker): void;
}

/** Milliseconds; one that does not answer counts with what it said last. */
const ANSWER_WITHIN = 1_000;

/** @param ask sends a worker the question with this id */
export function createWorkerMetrics<Worker extends object>(
  ask: (worker: Worker, id: number) => void,
): WorkerMetrics<Worker> {
  const latest = new Map<Worker, MetricSnapshot>();
  const waiting = new Map<number, () => void>();
  const past: MetricSnapshot[] = [];
  let lastId = 0;

  function question(worker: Worker): Promise<void> {
    const id = (lastId += 1);
    return new Promise((resolve) => {
      const timer = setTimeout(done, ANSWER_WITHIN);
      waiting.set(id, done);
      ask(worker, id);

      function done(): void {
        clearTimeout(timer);
        waiting.delete(id);
        resolve();
      }
    });
  }

  return {
    async gather(workers) {
      await Promise.all(workers.map(question));
      const ended = [...past];
      const sum = await countersOf(ended);
      // One that ended during the sum is at the end of the list.
      past.splice(0, ended.length, sum);
      return [...past, ...latest.values()];
    },
    answered(worker, id, snapshot) {
      // Too late an answer may be of a worker that has ended.
      if (!waiting.has(id)) return;
      latest.set(worker, snapshot);
      waiting.get(id)?.();
    },
    ended(worker) {
      const snapshot = latest.get(worker);
      latest.delete(worker);
      if (snapshot !== undefined) past.push(snapshot);
    },
  };
}
