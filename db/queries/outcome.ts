import { sql, type DeleteResult, type SelectQueryBuilder, type UpdateResult } from 'kysely';

import { asRead } from '#db/access.ts';
import type { Database } from '#db/client.ts';

/** Reads, unless its caller says that it writes: then it waits like other writes, and a lost answer may mean stored. */
type Access = 'reads' | 'writes';

type Statement<Result> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<Result>;

/** Runs the statement that follows. @returns its rows */
export function allRows<Row>(db: Database, access: Access = 'reads'): Statement<Row[]> {
  return async (text, ...values) => {
    const query = sql<Row>(text, ...values).compile(db);
    return (await db.executeQuery(access === 'reads' ? asRead(query) : query)).rows;
  };
}

/** The same for one that has a row at most. */
export function firstRow<Row>(db: Database, access?: Access): Statement<Row | undefined> {
  return async (text, ...values) => (await allRows<Row>(db, access)(text, ...values))[0];
}

/** The same for one that always has a row, such as one of counts. */
export function oneRow<Row>(db: Database, access?: Access): Statement<Row> {
  return async (text, ...values) => {
    const row = await firstRow<Row>(db, access)(text, ...values);
    if (row === undefined) throw new Error('A statement that always has a row had none.');
    return row;
  };
}

/** True if it finds or returns a row. */
export function hasRow(db: Database, access?: Access): Statement<boolean> {
  return async (text, ...values) => (await firstRow(db, access)(text, ...values)) !== undefined;
}

/** True if a statement finds or returns a row. */
export async function isFound(query: { executeTakeFirst: () => Promise<unknown> }): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined;
}

/** How many rows a statement changed or deleted. */
export async function countWritten(query: {
  executeTakeFirst: () => Promise<UpdateResult | DeleteResult>;
}): Promise<number> {
  const result = await query.executeTakeFirst();
  return Number('numDeletedRows' in result ? result.numDeletedRows : result.numUpdatedRows);
}

/** True if there was one. */
export async function hasWritten(query: Parameters<typeof countWritten>[0]): Promise<boolean> {
  return (await countWritten(query)) > 0;
}

/** How many rows a query finds. */
export async function countRows<Tables, Names extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Names, object>,
): Promise<number> {
  const counted = query.select(({ fn }) => fn.countAll<number>().as('n')).$castTo<{ n: number }>();
  return (await counted.executeTakeFirstOrThrow()).n;
}
