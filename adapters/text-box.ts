import { fileURLToPath } from 'node:url';

import { invalid, tooMany } from '#domain/core/errors.ts';
import type { TextJob } from '#domain/text-work/text-work.ts';
import type { BoxJobResult } from './text-job.ts';
import { createWorkerProcesses, type WorkerLimits } from './worker-processes.ts';

const ordinaryLimits: WorkerLimits = {
  workers: 2,
  waiting: 20,
  // A transaction that waits for it ends after ten seconds.
  milliseconds: 8_000,
  idleMilliseconds: 10_000,
  heapMegabytes: 256,
};

/** Works on texts in processes of their own: what ends one is the failure of the text that it worked on. */
export function createTextBox(overrides: Partial<WorkerLimits> = {}) {
  const program = fileURLToPath(new URL('text-worker.ts', import.meta.url));
  const limits = { ...ordinaryLimits, ...overrides };
  const workers = createWorkerProcesses<TextJob, BoxJobResult>(program, limits);

  return {
    /** @throws invalid; too-many while many others wait */
    async workOnText(job: TextJob): Promise<unknown> {
      const end = await workers.submit(job);
      if (end === 'busy') throw tooMany('Many texts wait to be read. Try again in a moment.', 10);
      if (end === 'ended')
        throw invalid('This text takes too much time or memory to read. Nothing was stored.');
      const { result } = end;
      if ('refused' in result) throw invalid(result.refused);
      if ('failed' in result) throw new Error(result.failed);
      return result.value;
    },
    close: workers.close,
  };
}
