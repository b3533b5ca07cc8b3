import {
  deleteUntakenImport,
  findImport,
  findImportReport,
  findImportWithRows,
  insertUploadedImport,
  listImports as listRows,
  startImportStep,
} from '#db/queries/imports.ts';
import { insertJob, type ImportStep } from '#db/queries/jobs.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type Core } from '#domain/core/context.ts';
import { conflict, notFound } from '#domain/core/errors.ts';
import { readPage } from '#domain/core/paging.ts';
import { isId, withoutControls } from '#domain/fields/fields.ts';
import { importReport, reportCsv, reportPart } from './import-report.ts';
import type { SiteWordsChoice } from './take-own-export.ts';
import { undoDays } from './undo-import.ts';

export type Imports = {
  /** Files that wait to be imported. */
  imports: { remove: (id: string) => Promise<void> };
};

/** A step that has noted nothing for so long was cut off, by a restart for example. */
const quietFor = 15_000;
const rowsPerPage = 50;
const maxListed = 50;

type Row = Awaited<ReturnType<typeof listRows>>[number];

/** The imports of this site, newest first. @throws forbidden */
export async function listImports(ctx: Core) {
  requirePermission(ctx, 'import-content');
  return (await listRows(ctx.db, maxListed)).map((row) => present(ctx, row));
}

/** An import with a page of the rows of its report. @throws forbidden, not-found */
export async function getImport(ctx: Core, id: string, wanted: number) {
  requirePermission(ctx, 'import-content');
  if (!isId(id)) throw notFound(gone);
  const {
    found: _,
    page,
    pages,
    ...facts
  } = await readPage(wanted, rowsPerPage, async (window) => {
    const row = await findImportWithRows(ctx.db, id, window);
    if (!row) throw notFound(gone);
    return row;
  });
  return {
    ...present(ctx, facts),
    redirects: facts.redirects,
    ...reportPart.parse({ ...facts, rows: facts.rows ?? [] }),
    page,
    pages,
  };
}

/** The report of an import as a table. @throws forbidden, not-found */
export async function getImportReport(ctx: Core, id: string): Promise<string> {
  requirePermission(ctx, 'import-content');
  const report = isId(id) ? await findImportReport(ctx.db, id) : undefined;
  if (!report) throw notFound(gone);
  return reportCsv(importReport.parse(report));
}

/** Takes a file that was uploaded, and has it checked. @throws forbidden */
export async function acceptUpload(ctx: Core, id: string, name: string): Promise<void> {
  const actor = requirePermission(ctx, 'import-content');
  const label = withoutControls(name).trim().slice(-255).toWellFormed() || 'export';
  await inTransaction(ctx, async (tx) => {
    await insertUploadedImport(tx.db, { id, name: label, started_by: actor.userId });
    await insertJob(tx.db, 'import', { key: id, payload: { step: 'check', actor } });
    tx.afterCommit('jobAdded');
    await recordActivity(tx.db, tx, { action: 'export-uploaded', subject: { id, label } });
  });
}

/** Begins a step of an import. @param siteWords what becomes of the words of an own export @throws forbidden, not-found; conflict while another one goes on */
export async function startImport(
  ctx: Core,
  id: string,
  step: ImportStep,
  siteWords?: SiteWordsChoice,
): Promise<void> {
  const actor = requirePermission(ctx, 'import-content');
  const name = await nameOf(ctx, id);
  const state = step === 'check' ? 'checking' : 'importing';
  await inTransaction(ctx, async (tx) => {
    const isStarted =
      (await startImportStep(tx.db, id, state, quietFor)) &&
      (await insertJob(tx.db, 'import', { key: id, payload: { step, actor, siteWords } }));
    if (!isStarted) throw conflict('This import is being worked on already.');
    tx.afterCommit('jobAdded');
    if (step !== 'check')
      await recordActivity(tx.db, tx, { action: 'import-started', subject: { id, label: name } });
  });
}

/** Forgets an uploaded file of which nothing was taken. @throws forbidden; conflict for one that was imported */
export async function discardImport(ctx: Core & Imports, id: string): Promise<void> {
  requirePermission(ctx, 'import-content');
  const name = await nameOf(ctx, id);
  await inTransaction(ctx, async (tx) => {
    if (!(await deleteUntakenImport(tx.db, id)))
      throw conflict('Texts of this file were imported already. Undo the import instead.');
    await recordActivity(tx.db, tx, { action: 'export-discarded', subject: { id, label: name } });
  });
  await ctx.imports.remove(id);
}

const gone = 'There is no such import, or it was undone already.';

async function nameOf(ctx: Core, id: string): Promise<string> {
  const row = isId(id) ? await findImport(ctx.db, id) : undefined;
  if (!row) throw notFound(gone);
  return row.name;
}

function present(ctx: Core, { started_at, step_began_at, changed_at, state, ...row }: Row) {
  const now = ctx.now().getTime();
  const isUnderWay = state === 'checking' || state === 'importing';
  const isCutOff = isUnderWay && Math.abs(now - changed_at.getTime()) > quietFor;
  return {
    ...row,
    state: isCutOff ? ('cut off' as const) : state,
    startedAt: started_at,
    /** The progress of the step that is under way; null while it is unknown. */
    secondsLeft:
      row.done > 0 ? ((now - step_began_at.getTime()) / 1000 / row.done) * (row.total - row.done) : null,
    canUndo: (state === 'imported' || isCutOff) && now - started_at.getTime() <= undoDays * 86_400_000,
  };
}
