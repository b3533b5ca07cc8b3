import type { SubscriberState } from '#db/queries/subscribers.ts';
import { withoutGuard } from '#domain/text/csv.ts';
import { email } from '#domain/text/fields.ts';
import { readCsv } from '#domain/text/read-csv.ts';
import { isSubscriberState } from './subscriber-state.ts';

/**
 * The addresses of a file of comma-separated values: of its column `Email`, or of the first one where no line names the
 * columns. A column `State` is used; without one every address is pending, and gets no posts before it is confirmed.
 */
export function readSubscribers(file: string): {
  subscribers: { email: string; state: SubscriberState }[];
  unreadable: number;
} {
  const rows = readCsv(file).filter((row) => row.some((field) => field.trim() !== ''));
  const names = (rows[0] ?? []).map((name) => name.trim().toLowerCase());
  const hasHeader = names.some((name) => /^e-?mail( address)?$/.test(name));
  const emailAt = hasHeader ? names.findIndex((name) => /^e-?mail( address)?$/.test(name)) : 0;
  const stateAt = hasHeader ? names.indexOf('state') : -1;

  const found = new Map<string, SubscriberState>();
  let unreadable = 0;
  for (const row of hasHeader ? rows.slice(1) : rows) {
    const address = email.safeParse(withoutGuard(row[emailAt] ?? ''));
    const state = (row[stateAt] ?? '').trim().toLowerCase();
    if (address.success) found.set(address.data, isSubscriberState(state) ? state : 'pending');
    else unreadable += 1;
  }
  return { subscribers: [...found].map(([address, state]) => ({ email: address, state })), unreadable };
}
