import { fileURLToPath } from 'node:url';

import { invalid } from '#domain/core/errors.ts';
import { exportResults, type ListedItem, type OpenExport } from '#domain/imports/export-steps.ts';
import type { BoxJob, BoxJobResult, ExportStep } from './text-job.ts';
import { createWorkerProcesses } from './worker-processes.ts';

const ordinaryLimits = {
  workers: 1,
  waiting: 1_000,
  /** For one text. */
  milliseconds: 20_000,
  /** For finding a text in its file again, and for unpacking an image. */
  fileMilliseconds: 600_000,
  // Opening it again may take minutes.
  idleMilliseconds: 2 ** 31 - 1,
  heapMegabytes: 640,
};

/** So many texts that end the process are left out before the whole export is. */
const maxEnded = 20;
/** Texts that are listed one by one after one of many has ended the process: as many as are listed at once. */
const listedAtOnce = 500;

const messages = {
  text: 'This text takes too much time or memory to read, so it was left out.',
  file: 'This file takes too much time or memory to read.',
  texts: 'Too many texts of this file take too much time or memory to read. It was not read any further.',
};

/**
 * Opens an export in a process of its own, until it is closed. What ends that process is the failure of the text that it
 * worked on; the next text is read in a new one.
 * @param options.onError told of an error of our code
 * @throws invalid for a file that cannot be read
 */
export async function openBoxedExport(
  path: string,
  name?: string,
  {
    onError = () => {},
    ...overrides
  }: Partial<typeof ordinaryLimits> & { onError?: (error: string) => void } = {},
): Promise<OpenExport> {
  const limits = { ...ordinaryLimits, ...overrides };
  const program = fileURLToPath(new URL('text-worker.ts', import.meta.url));
  const workers = createWorkerProcesses<BoxJob, BoxJobResult>(program, limits);
  let ended = 0;
  let oneByOne = 0;

  /** @returns null when the process ended, or met an error that nothing expected */
  async function run(step: ExportStep, milliseconds: number): Promise<{ value: unknown } | null> {
    const end = await workers.submit({ kind: 'export', path, name, ...step }, milliseconds);
    if (end === 'busy') throw new Error('An export is closed, or its process cannot be started.');
    if (end === 'ended') return null;
    if ('failed' in end.result) return (onError(end.result.failed), null);
    if ('refused' in end.result) throw invalid(end.result.refused);
    return end.result;
  }

  async function ofFile(step: ExportStep): Promise<unknown> {
    const done = await run(step, limits.fileMilliseconds);
    if (done === null) throw invalid(messages.file);
    return done.value;
  }

  const placeAt = async (index: number) =>
    exportResults.placeAt.parse(await ofFile({ step: 'placeAt', given: [index] }));

  /** Counts a text that has ended the process, and has the next process find its place. */
  async function skip(index: number): Promise<string> {
    ended += 1;
    return placeAt(index);
  }

  async function ofText(index: number, step: ExportStep): Promise<unknown> {
    if (ended >= maxEnded) throw invalid(messages.texts);
    const done = await run(step, limits.milliseconds);
    if (done !== null) return done.value;
    await skip(index);
    throw invalid(messages.text);
  }

  async function list(from: number): ReturnType<OpenExport['list']> {
    if (ended >= maxEnded) throw invalid(messages.texts);
    const given: [number, number] = [from, oneByOne > 0 ? 1 : listedAtOnce];
    oneByOne -= 1;
    const done = await run({ step: 'list', given }, limits.milliseconds);
    if (done !== null) return exportResults.list.parse(done.value);
    if (given[1] === 1) return { items: [failedItem(await skip(from))], isEnd: false };
    oneByOne = listedAtOnce;
    await placeAt(Math.max(0, from - 1));
    return list(from);
  }

  try {
    return {
      facts: exportResults.facts.parse(await ofFile({ step: 'facts', given: [] })),
      list,
      placeAt,
      originOf: async (...given) => exportResults.originOf.parse(await ofFile({ step: 'originOf', given })),
      needs: async (...given) => exportResults.needs.parse(await ofText(given[0], { step: 'needs', given })),
      prepare: async (...given) =>
        exportResults.prepare.parse(await ofText(given[0], { step: 'prepare', given })),
      extract: async (...given) => {
        await ofFile({ step: 'extract', given });
      },
      close: workers.close,
    };
  } catch (error) {
    await workers.close();
    throw error;
  }
}

function failedItem(place: string): ListedItem {
  return {
    key: '',
    place,
    kind: 'post',
    title: '',
    slug: '',
    addresses: [],
    date: null,
    categories: [],
    tags: [],
    authors: [],
    own: null,
    skipped: null,
    failure: messages.text,
  };
}
