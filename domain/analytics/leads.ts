import type { Database } from '#db/client.ts';
import { listLeadFigures, type LeadFigures } from '#db/queries/leads.ts';
import { leadRate } from './lead-rate.ts';
import { keysOf } from '#domain/core/keys-of.ts';
import { originNames, type LeadOrigin } from './lead-origin.ts';

export type Leads = {
  /** Days, both included. */
  since: string;
  until: string;
  total: number;
  /** By each thing that is known of their origin; each adds up to the total. */
  groups: { by: LeadOrigin['by']; rows: LeadRow[]; other: number }[];
};

/** `name`: the title of the post, else the value; '' for unknown. `rate`: leads per 100 visitors, null for too few. */
type LeadRow = { value: string; name: string; leads: number; rate: number | null };

/** Messages and applications without spam of some days, and where they came from. */
export async function readLeads(
  db: Database,
  days: { since: string; until: string },
  limit: number,
): Promise<Leads> {
  const figures = await listLeadFigures(db, days, limit);
  const total = figures.find(({ by }) => by === 'all')?.leads ?? 0;
  return { ...days, total, groups: keysOf(originNames).map((by) => groupOf(by, figures, total)) };
}

function groupOf(by: LeadOrigin['by'], figures: readonly LeadFigures[], total: number) {
  const rows = figures
    .filter((row) => row.by === by)
    .map(({ value, title, leads, visitors }) => ({
      value,
      name: title ?? value,
      leads,
      rate: leadRate(leads, visitors ?? 0),
    }));
  return { by, rows, other: total - rows.reduce((sum, { leads }) => sum + leads, 0) };
}
