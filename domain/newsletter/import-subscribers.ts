import { z } from 'zod';

import { type ImportedSubscriber, insertSubscribers } from '#db/queries/subscribers.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type Core, type EmailTokens } from '#domain/core/context.ts';
import { invalid } from '#domain/core/errors.ts';
import { withoutGuard } from '#domain/fields/csv.ts';
import { email, isDay, optionalLine, parseInput } from '#domain/fields/fields.ts';
import { isKeyOf } from '#domain/core/is-key-of.ts';
import { readCsv } from '#domain/fields/read-csv.ts';
import { subscriberStates } from './subscriber-states.ts';
import { storeLinks } from './subscription-links.ts';

/**
 * Imports a list of addresses. Known addresses keep their state, and addresses that unsubscribed, bounced or complained stay out.
 * @param typedSource where the people on it agreed, if the list does not say so
 * @returns how many were added, known before, suppressed (unsubscribed, bounced, complained or erased before) or unreadable
 * @throws forbidden, invalid when there is no address in it.
 */
export async function importSubscribers(ctx: Core & EmailTokens, file: string, typedSource = '') {
  requirePermission(ctx, 'manage-inbox');
  const { source } = parseInput(z.object({ source: consentSource }), { source: typedSource });
  const { subscribers, unreadable } = readSubscribers(file, ctx.now(), source);
  if (subscribers.length === 0) throw invalid('There is no email address in this file.');
  return inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    const { added, suppressed, confirmed } = await insertSubscribers(trx, subscribers);
    await storeLinks(tx, confirmed);
    await recordActivity(trx, ctx, { action: 'subscribers-imported', after: { added, suppressed } });
    return { added, known: subscribers.length - added - suppressed, suppressed, unreadable };
  });
}

/** When and where people agreed, by the column `Consent Source`, or for those without one by the admin who imports them. */
const consentSource = optionalLine('Consent source', 300);

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
    // Who left one of several lists of another system gets nothing from the others either.
    if (!['pending', 'confirmed', undefined].includes(found.get(address.data)?.state)) continue;
    found.set(address.data, {
      email: address.data,
      state: isKeyOf(subscriberStates, state) ? state : 'pending',
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
  // `Date` would take February 31 for a day of March.
  if (!isDay(text.slice(0, 10))) return undefined;
  if (!/^.{10}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2}))?$/.test(text)) return undefined;
  const instant = new Date(text);
  return instant <= now ? instant.toISOString() : undefined;
}
