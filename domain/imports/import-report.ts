import { csv } from '#domain/text/csv.ts';
import type { ImportNote } from './import-item.ts';

/** What becomes, or became, of one text. */
export type ImportRow = {
  place: string;
  kind: string;
  title: string;
  outcome: 'taken' | 'there already' | 'left out' | 'failed';
  state: 'published' | 'scheduled' | 'draft' | '';
  oldAddress: string;
  newAddress: string;
  images: number;
  /** Images that were not taken, each with the reason. */
  missing: { address: string; reason: string }[];
  notes: ImportNote[];
  /** Why it was left out or failed. */
  reason: string;
};

export type ImportTotals = Record<ImportRow['outcome'], number> & { images: number; missing: number };

export type ImportReport = {
  /** Of the import; '' for a dry run. */
  id: string;
  system: string;
  totals: ImportTotals;
  rows: ImportRow[];
  redirects: RedirectRow[];
  /** Who wrote the texts, and who that is here: only a dry run says it. */
  authors?: { name: string; match: string }[];
};

/** An old address that leads to the new one, or why it does not. */
export type RedirectRow = { from: string; to: string; problem: string };

export function totalsOf(rows: readonly ImportRow[]): ImportTotals {
  const totals: ImportTotals = {
    taken: 0,
    'there already': 0,
    'left out': 0,
    failed: 0,
    images: 0,
    missing: 0,
  };
  for (const { outcome, images, missing } of rows) {
    totals[outcome] += 1;
    totals.images += images;
    totals.missing += missing.length;
  }
  return totals;
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
    ...redirects.map(({ from, to, problem }) => [from, 'redirect', '', problem === '' ? 'taken' : 'left out', '', from, to, '', '', '', '', problem]),
  ]); // prettier-ignore
}

function noted(notes: readonly ImportNote[], effect: ImportNote['effect']): string {
  return notes
    .filter((note) => note.effect === effect)
    .map(({ what, count }) => (count === 1 ? what : `${what} (${count} times)`))
    .join('\n');
}

/** The totals in words. */
export function totalsInWords({ totals }: Pick<ImportReport, 'totals'>, isDryRun: boolean): string {
  const parts = [
    `${totals.taken} ${isDryRun ? 'would be taken' : 'taken'}`,
    `${totals['there already']} there already`,
    `${totals['left out']} left out`,
    ...(totals.failed > 0 ? [`${totals.failed} failed`] : []),
    `${totals.images} images`,
    ...(totals.missing > 0 ? [`${totals.missing} images not taken`] : []),
  ];
  return `${parts.join(', ')}.`;
}
