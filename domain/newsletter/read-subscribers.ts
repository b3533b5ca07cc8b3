import type { ImportedSubscriber } from '#db/queries/subscribers.ts';
import { withoutGuard } from '#domain/text/csv.ts';
import { email, optionalLine } from '#domain/text/fields.ts';
import { readCsv } from '#domain/text/read-csv.ts';
import { isSubscriberState } from './subscriber-state.ts';

/** When and where people agreed, by the column `Consent Source`, or for those without one by the admin who imports them. */
export const consentSource = optionalLine('Consent source', 300);

/**
 * The subscribers of a file of comma-separated values: its column `Email`, or the first one where no line names the
 * columns. Optional are `State` (without one an address is pending, and gets no posts before it is confirmed),
 * `Consent Date` (a day or instant as in ISO 8601, not in the future) and `Consent Source`.
 * @param fallbackSource where people without a consent source agreed
 */
export function readSubscribers(
  file: string,
  now: Date,
  fallbackSource: string | null = null,
): { subscribers: ImportedSubscriber[]; unreadable: number } {
  const rows = readCsv(file).filter((row) => row.some((field) => field.trim() !== ''));
  const names = (rows[0] ?? []).map((name) => name.trim().toLowerCase());
  const hasHeader = names.some((name) => /^e-?mail( address)?$/.test(name));
  const column = (pattern: RegExp) => (hasHeader ? names.findIndex((name) => pattern.test(name)) : -1);
  const emailAt = hasHeader ? column(/^e-?mail( address)?$/) : 0;
  const stateAt = column(/^state$/);
  const dateAt = column(/^consent date$/);
  const sourceAt = column(/^consent source$/);
  const found = new Map<string, ImportedSubscriber>();
  let unreadable = 0;
  for (const row of hasHeader ? rows.slice(1) : rows) {
    const address = email.safeParse(withoutGuard(row[emailAt] ?? ''));
    const state = (row[stateAt] ?? '').trim().toLowerCase();
    const consentAt = readInstant(row[dateAt] ?? '', now);
    const source = consentSource.safeParse(withoutGuard(row[sourceAt] ?? ''));
    if (!address.success || !source.success || consentAt === undefined) {
      unreadable += 1;
      continue;
    }
    found.set(address.data, {
      email: address.data,
      state: isSubscriberState(state) ? state : 'pending',
      consentAt,
      consentSource: source.data ?? fallbackSource,
    });
  }
  return { subscribers: [...found.values()], unreadable };
}

/** @returns the instant, null for an empty field, undefined for anything else */
function readInstant(field: string, now: Date): string | null | undefined {
  const text = field.trim();
  if (text === '') return null;
  if (!/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2}))?$/.test(text))
    return undefined;
  const instant = new Date(text);
  // February 31 would become a day of March.
  const day = new Date(text.slice(0, 10));
  const isReal =
    !Number.isNaN(instant.getTime()) && instant <= now && day.toISOString().startsWith(text.slice(0, 10));
  return isReal ? instant.toISOString() : undefined;
}
