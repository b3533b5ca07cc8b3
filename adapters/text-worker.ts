import { isDomainError } from '#domain/core/errors.ts';
import { openSource } from '#domain/imports/import-source.ts';
import type { OpenExport } from '#domain/imports/export-steps.ts';
import { openExport } from '#domain/imports/open-export.ts';
import { readSource } from '#domain/imports/read-source.ts';
import { doTextJob } from '#domain/text-work/text-work.ts';
import { answerJobs } from './answer-jobs.ts';
import type { ExportJob, ExportStep, BoxJob, BoxJobResult } from './text-job.ts';

/** A separate process for texts from outside: a hostile one can crash or hold it, never the site. */
let opened: Promise<OpenExport> | null = null;

answerJobs<BoxJob>(async (job): Promise<BoxJobResult> => {
  try {
    if (job.kind !== 'export') return { value: await doTextJob(job) };
    opened ??= open(job);
    return { value: await take(await opened, job) };
  } catch (error) {
    if (isDomainError(error)) return { refused: error.message };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
});

/** @param name the name that an uploaded file had, so that it is the same source as the file of a command */
async function open({ path, name }: ExportJob): Promise<OpenExport> {
  const source = await openSource(path);
  const [file] = source.files;
  const isOneFile = source.files.length === 1 && path.endsWith(`/${file?.path}`);
  const named = file && isOneFile && name !== undefined ? [{ ...file, path: name }] : source.files;
  return openExport({ ...source, files: named }, await readSource({ ...source, files: named }));
}

function take(from: OpenExport, job: ExportStep): unknown {
  switch (job.step) {
    case 'facts':
      return from.facts;
    case 'list':
      return from.list(...job.given);
    case 'placeAt':
      return from.placeAt(...job.given);
    case 'originOf':
      return from.originOf(...job.given);
    case 'needs':
      return from.needs(...job.given);
    case 'prepare':
      return from.prepare(...job.given);
    case 'extract':
      return from.extract(...job.given);
  }
}
