import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { openBoxedExport } from '#adapters/export-box.ts';
import { createImageFetcher } from '#adapters/fetch-image.ts';
import type { Logger } from '#adapters/log.ts';
import { claimSource, findImport, updateImport } from '#db/queries/imports.ts';
import type { Payloads } from '#db/queries/jobs.ts';
import { ifThere } from '#db/if-there.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { invalid, isDomainError } from '#domain/core/errors.ts';
import type { ImageProcessor, ImageStore } from '#domain/images/image-services.ts';
import type { OpenExport } from '#domain/imports/export-steps.ts';
import { inTransaction } from '#domain/core/context.ts';
import type { Task } from '../jobs/run-job.ts';

/** How often the progress is noted, in milliseconds. */
const noteEvery = 1_000;

type Props = {
  directory: string;
  store: ImageStore;
  processor: ImageProcessor;
  domain: () => DomainContext;
  log: Logger;
};

/**
 * Works on uploaded exports, one after the other. A step whose process ended is begun again where its file is.
 * @param options.directory where the files lie, each under the id of its import
 * @param options.domain of the process
 */
export function createImportTask(options: Props): Task<'import'> {
  const { directory, store, processor, domain, log } = options;
  const fetchImage = createImageFetcher();

  return {
    task: 'import',
    leaseSeconds: 30,
    atOnce: 1,
    keys: async () => (await ifThere(readdir(directory))) ?? [],
    run: ({ key, payload }) => work({ ...domain(), actor: payload.actor }, key ?? '', payload),
    onFailure: ({ error }) => log.error('An import failed', { error }),
  };

  async function work(ctx: DomainContext, uploaded: string, payload: Payloads['import']): Promise<void> {
    // Loaded at its first use: a start has no need of it.
    const { dryRunImport, runImport } = await import('#domain/imports/run-import.ts');
    const { step, siteWords } = payload;
    let id = uploaded;
    // The process ended between the end of the import and that of its job.
    if ((await findImport(ctx.db, id))?.state === 'imported') return;
    const progress = { done: 0, total: 0 };
    const noting = setInterval(() => void updateImport(ctx.db, id, progress).catch(() => {}), noteEvery);
    let source: OpenExport | null = null;
    try {
      source = await openUpload(ctx, id);
      const found = { source_key: source.facts.key, system: source.facts.system };
      const known = await inTransaction(ctx, ({ db: trx }) => claimSource(trx, id, found));
      if (known !== id) {
        await source.close();
        await rename(join(directory, id), join(directory, known));
        id = known;
        source = await openUpload(ctx, id);
      }
      const onProgress = (done: number, total: number) => void Object.assign(progress, { done, total });
      if (step === 'check') {
        const report = await dryRunImport(ctx, source, true, onProgress);
        await updateImport(ctx.db, id, { ...progress, state: 'checked', report: JSON.stringify(report) });
      } else {
        const folder = join(directory, `${id}.images`);
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const parts = { store, processor, folder, fetchImage };
        const choices = { retriesImages: step === 'retry-images', siteWords };
        const { totals } = await runImport(ctx, source, parts, onProgress, choices).finally(() =>
          rm(folder, { recursive: true, force: true }),
        );
        // Missing images are tried again from it.
        if (totals.missing === 0) await rm(join(directory, id), { force: true });
      }
    } catch (error) {
      if (!isDomainError(error)) log.error('An import failed', { error });
      await updateImport(ctx.db, id, {
        state: 'failed',
        problem: isDomainError(error) ? error.message : failure,
      });
    } finally {
      clearInterval(noting);
      await source?.close();
    }
  }

  /** Under the name that the file had, so that it is the same source as the file of a command. */
  async function openUpload(ctx: DomainContext, id: string): Promise<OpenExport> {
    const { name = id } = (await findImport(ctx.db, id)) ?? {};
    const path = join(directory, id);
    if (!(await stat(path).catch(() => null)))
      throw invalid('The uploaded file is no longer on this machine. Please upload it again.');
    return openBoxedExport(path, name, {
      onError: (error) => log.error('A text could not be read', { error }),
    });
  }
}

const failure =
  'Something went wrong on our side and has been logged. What was taken stays; start it again to go on.';
