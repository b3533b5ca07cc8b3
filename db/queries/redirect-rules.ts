import { sql, type Selectable } from 'kysely';

import type { Database } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';
import { containing } from './containing.ts';
import { oneRow } from './outcome.ts';

export type RedirectRuleRow = Selectable<Tables['redirect_rules']>;
type Rule = Pick<RedirectRuleRow, 'source' | 'is_prefix' | 'status' | 'target'>;

/** Rules are compared with each other before one is written: one transaction at a time, until it ends. */
export async function lockRedirectRules(trx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('redirect rules', 0))`.execute(trx);
}

/** Every rule, by source. */
export function listRedirectRules(db: Database): Promise<(Rule & { id: string })[]> {
  return db
    .selectFrom('redirect_rules')
    .select(['id', 'source', 'is_prefix', 'status', 'target'])
    .orderBy('source')
    .orderBy('is_prefix')
    .execute();
}

export type RedirectOrder = { column: 'from' | 'hits' | 'used' | 'created'; direction: 'asc' | 'desc' };

const orderColumns = { from: 'source', hits: 'hits', used: 'last_hit_at', created: 'created_at' } as const;

/** A page of the rules, with the numbers of matches and of all. */
export async function listRedirectRows(
  db: Database,
  search: string,
  order: RedirectOrder,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: RedirectRuleRow[]; found: number; total: number }> {
  const matches =
    search === ''
      ? sql<boolean>`true`
      : sql<boolean>`(source ilike ${containing(search)} or target ilike ${containing(search)})`;
  const [rows, counts] = await Promise.all([
    db
      .selectFrom('redirect_rules')
      .selectAll()
      .where(matches)
      .orderBy(orderColumns[order.column], (by) =>
        order.direction === 'asc' ? by.asc().nullsFirst() : by.desc().nullsLast(),
      )
      .orderBy('id', order.direction)
      .limit(limit)
      .offset(offset)
      .execute(),
    oneRow<{ found: number; total: number }>(db)`
      select count(*) filter (where ${matches}) as found, count(*) as total from redirect_rules`,
  ]);
  return { rows, ...counts };
}

/** Locked until the transaction ends. */
export function lockRedirectRule(trx: Database, id: string): Promise<RedirectRuleRow | undefined> {
  return trx.selectFrom('redirect_rules').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** @returns their ids */
export function insertRedirectRules(trx: Database, rules: readonly Rule[]): Promise<{ id: string }[]> {
  return trx.insertInto('redirect_rules').values(rules).returning('id').execute();
}

export async function updateRedirectRule(trx: Database, id: string, rule: Rule): Promise<void> {
  await trx.updateTable('redirect_rules').set(rule).where('id', '=', id).execute();
}

export async function deleteRedirectRule(trx: Database, id: string): Promise<void> {
  await trx.deleteFrom('redirect_rules').where('id', '=', id).execute();
}

/** Adds what a process has counted since it was stored last; rules that are gone are passed over. */
export async function addRedirectHits(
  db: Database,
  hits: readonly { id: string; hits: number; last_at: Date }[],
): Promise<void> {
  // In one order everywhere, so that two processes never wait for each other in a circle.
  await sql`
    with counted as (
      select r.id, given.hits, given.last_at
      from jsonb_to_recordset(${JSON.stringify(hits)}::jsonb)
        as given (id uuid, hits bigint, last_at timestamptz)
      join redirect_rules r on r.id = given.id order by r.id for update of r
    )
    update redirect_rules r
    set hits = r.hits + counted.hits, last_hit_at = greatest(r.last_hit_at, counted.last_at)
    from counted where r.id = counted.id`.execute(db);
}
