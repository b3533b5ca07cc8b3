import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { invalid } from '#domain/core/errors.ts';
import { StorageError, type ImageProcessor } from '#domain/images/image-services.ts';
import { tooLong, type ImageJobResult, type ImageJob } from './image-job.ts';
import { createWorkerProcesses, type WorkerLimits } from './worker-processes.ts';

const ordinaryLimits: WorkerLimits = {
  workers: 2,
  waiting: 200,
  milliseconds: 40_000,
  idleMilliseconds: 30_000,
  heapMegabytes: 128,
};

/** Images decoded and encoded by `sharp` in worker processes. */
export function createImageProcessor(overrides: Partial<WorkerLimits> = {}): ImageProcessor {
  const file = fileURLToPath(new URL('image-worker.ts', import.meta.url));
  const limits = { ...ordinaryLimits, ...overrides };
  const workers = createWorkerProcesses<ImageJob, ImageJobResult>(file, limits, nextIndex);

  return {
    async prepare(image, into, takes = { svg: false }) {
      const result = await run({ kind: 'prepare', file: image, into, takesSvg: takes.svg });
      if (result.kind !== 'prepared') throw errorOf(result);
      const { kind: _kind, ...prepared } = result;
      return prepared;
    },
    async resize(image, into, { own, ...wanted }) {
      const result = await run({ kind: 'resize', file: image, into, own, wanted });
      if (result.kind !== 'resized') throw errorOf(result);
      return result.type;
    },
    close: workers.close,
  };

  async function run(job: ImageJob): Promise<ImageJobResult> {
    const end = await workers.submit(job);
    if (end === 'busy') throw new StorageError('busy');
    if (end !== 'ended') return end.result;
    await rm(job.into, { force: true }).catch(() => {});
    return { kind: 'refused', message: tooLong };
  }
}

/**
 * Uploads first, because an editor is watching their progress; but one at a time, because an uploaded image may need ten
 * times the memory of a stored one, and so that a reader never waits behind several uploads.
 */
function nextIndex(waiting: readonly ImageJob[], running: readonly ImageJob[]): number {
  const isPreparing = running.some(({ kind }) => kind === 'prepare');
  const upload = isPreparing ? -1 : waiting.findIndex(({ kind }) => kind === 'prepare');
  return upload === -1 ? waiting.findIndex(({ kind }) => kind === 'resize') : upload;
}

function errorOf(result: ImageJobResult): Error {
  if (result.kind === 'refused') return invalid(result.message);
  if (result.kind === 'failed') return new StorageError(result.reason, { cause: new Error(result.message) });
  return new Error(`An image process answered with ${result.kind}.`);
}
