import type { ColumnType, SelectType } from 'kysely';

/** The types of columns that `db/tables.ts` names. */

export type Instant = ColumnType<Date, Date | string, Date | string>;
export type Json = ColumnType<Record<string, unknown>, string, string>;

/** Pages of an author elsewhere. */
export type AuthorLinks = ColumnType<{ label: string; address: string }[], string, string>;

/** A column with a default: an insert may leave it out. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>;

/** A column of a view, or computed by the server. */
export type ReadOnly<T> = ColumnType<SelectType<T>, never, never>;

export type ActivityFacts = Record<string, string | number | boolean | null>;
