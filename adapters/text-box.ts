import { fileURLToPath } from 'node:url';

import type { AgentBody } from '#domain/agents/agent-body.ts';
import { conflict, invalid } from '#domain/core/errors.ts';
import type { TextJob, TextJobResult } from './text-job.ts';
import { createWorkerProcesses, type WorkerLimits } from './worker-processes.ts';

const ordinaryLimits: WorkerLimits = {
  workers: 1,
  waiting: 20,
  milliseconds: 10_000,
  idleMilliseconds: 60_000,
  heapMegabytes: 256,
};

/** Reads texts of agents in a process of its own: what ends it is the failure of the text that it worked on. */
export function createTextBox(overrides: Partial<WorkerLimits> = {}) {
  const program = fileURLToPath(new URL('text-worker.ts', import.meta.url));
  const limits = { ...ordinaryLimits, ...overrides };
  const workers = createWorkerProcesses<TextJob, TextJobResult>(program, limits);

  return {
    /** The body that Markdown makes of a stored one. @throws invalid; conflict while many others wait */
    async readBody(body: AgentBody): Promise<string> {
      const end = await workers.submit({ kind: 'body', ...body });
      if (end === 'busy') throw conflict('Many texts wait to be read. Try again in a moment.');
      if (end === 'ended')
        throw invalid('This Markdown takes too much time or memory to read. Nothing was proposed.');
      const { result } = end;
      if ('refused' in result) throw invalid(result.refused);
      if ('failed' in result) throw new Error(result.failed);
      return String(result.value);
    },
    close: workers.close,
  };
}
