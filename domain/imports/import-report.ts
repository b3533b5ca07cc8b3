import { z } from 'zod';

import { counted } from '#domain/fields/counted.ts';
import { csv } from '#domain/fields/csv.ts';
import { takenInWords } from './taken-in-words.ts';

const importOutcome = z.enum(['taken', 'there already', 'left out', 'failed']);
const importNote = z.object({ effect: z.enum(['changed', 'left out']), what: z.string(), count: z.number() });

export const importRow = z.object({
  place: z.string(),
  kind: z.string(),
  title: z.string(),
  outcome: importOutcome,
  state: z.enum(['published', 'scheduled', 'draft', '']),
  oldAddress: z.string(),
  newAddress: z.string(),
  images: z.number(),
  /** Images that were not taken, each with the reason. */
  missing: z.array(z.object({ address: z.string(), reason: z.string() })),
  notes: z.array(importNote),
  /** Why it is public or not, was left out or failed. */
  reason: z.string(),
});

const importTotals = z.record(importOutcome, z.number()).and(
  z.object({
    images: z.number(),
    missing: z.number(),
    /** The texts that are taken, by their kind and by their state, in words. */
    kinds: z.record(z.string(), z.number()),
    states: z.record(z.string(), z.number()),
  }),
);

const siteChange = z.object({
  what: z.string(),
  value: z.string(),
  /** True for words of the site, which come in as the importer chooses. */
  isWords: z.boolean(),
});

export const importReport = z.object({
  /** The id of the import; '' for a dry run. */
  id: z.string(),
  system: z.string(),
  totals: importTotals,
  rows: z.array(importRow),
  /** Old addresses that lead to the new ones, or why they do not; `place`: the row of a file. */
  redirects: z.array(
    z.object({ from: z.string(), to: z.string(), problem: z.string(), place: z.string().optional() }),
  ),
  /** Changes of the site beside texts: only a dry run says it. */
  site: z.array(siteChange).optional(),
  /** Who wrote the texts, and who that is here: only a dry run says it. */
  authors: z.array(z.object({ name: z.string(), match: z.string() })).optional(),
});

/** Changes and omissions, with their reasons. */
export type ImportNote = z.infer<typeof importNote>;
/** The expected or actual outcome for one text. */
export type ImportRow = z.infer<typeof importRow>;
export type ImportTotals = z.infer<typeof importTotals>;
export type ImportReport = z.infer<typeof importReport>;
export type SiteChange = z.infer<typeof siteChange>;
export type RedirectRow = ImportReport['redirects'][number];

/** A part of it: the totals, some of the rows. */
export const reportPart = z.object({
  totals: importTotals.nullable(),
  authors: importReport.shape.authors.nullable().transform((authors) => authors ?? []),
  site: importReport.shape.site.nullable().transform((site) => site ?? []),
  rows: z.array(importRow),
});

function add(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

export function totalsOf(rows: readonly ImportRow[]): ImportTotals {
  const totals: ImportTotals = {
    taken: 0,
    'there already': 0,
    'left out': 0,
    failed: 0,
    images: 0,
    missing: 0,
    kinds: {},
    states: {},
  };
  for (const { outcome, kind, state, images, missing } of rows) {
    totals[outcome] += 1;
    if (outcome === 'taken') {
      add(totals.kinds, kind);
      add(totals.states, state === 'published' ? 'public' : state);
    }
    totals.images += images;
    totals.missing += missing.length;
  }
  return totals;
}

/** Rows of files of redirects that were not taken, beside the texts. */
export function refusedRedirects(redirects: readonly RedirectRow[]): ImportRow[] {
  return redirects
    .filter(({ place, problem }) => place !== undefined && problem !== '')
    .map(({ from, to, problem, place = '' }) => ({
      ...emptyRow(place, 'redirect', from),
      outcome: 'left out',
      newAddress: to,
      reason: problem,
    }));
}

/** A row of which nothing more is known. */
export function emptyRow(place: string, kind: string, title: string): ImportRow {
  const addresses = { oldAddress: '', newAddress: '' };
  const nothing = { images: 0, missing: [], notes: [] };
  return { place, kind, title, outcome: 'taken', state: '', ...addresses, ...nothing, reason: '' };
}

/** The report as a table for a spreadsheet. */
export function reportCsv({ rows, redirects }: ImportReport): string {
  return csv([
    ['Place', 'Kind', 'Title', 'Outcome', 'State', 'Old address', 'New address', 'Images', 'Changed', 'Left out', 'Images not taken', 'Reason'],
    ...rows.map((row) => [
      row.place, row.kind, row.title, row.outcome, row.state, row.oldAddress, row.newAddress, String(row.images),
      noted(row.notes, 'changed'), noted(row.notes, 'left out'),
      row.missing.map(({ address, reason }) => `${address}: ${reason}`).join('\n'), row.reason,
    ]),
    ...redirects.filter(({ place, problem }) => place === undefined || problem === '').map(({ from, to, problem }) => [from, 'redirect', '', problem === '' ? 'taken' : 'left out', '', from, to, '', '', '', '', problem]),
  ]); // prettier-ignore
}

function noted(notes: readonly ImportNote[], effect: ImportNote['effect']): string {
  return notes
    .filter((note) => note.effect === effect)
    .map(({ what, count }) => (count === 1 ? what : `${what} (${count} times)`))
    .join('\n');
}

export function totalsInWords({ totals }: Pick<ImportReport, 'totals'>, isDryRun: boolean): string {
  const parts = [
    `${totals.taken} ${isDryRun ? 'would be taken' : 'taken'}${totals.taken === 0 ? '' : ` (${takenInWords(totals)})`}`,
    `${totals['there already']} there already`,
    `${totals['left out']} left out`,
    ...(totals.failed > 0 ? [`${totals.failed} failed`] : []),
    counted(totals.images, 'image'),
    ...(totals.missing > 0 ? [`${counted(totals.missing, 'image')} not taken`] : []),
  ];
  return `${parts.join(', ')}.`;
}
