import type { DeleteResult, SelectQueryBuilder, UpdateResult } from 'kysely';

/** Whether a statement finds or returns a row. */
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

/** Whether there was one. */
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
