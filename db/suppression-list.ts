import type pg from 'pg';

export type SuppressedAddress = {
  /** See `address_hash`; hexadecimal. */
  hash: string;
  reason: string;
  /** ISO 8601, as PostgreSQL writes it. */
  since: string;
  endedAt: string | null;
};

type Queryable = Pick<pg.ClientBase, 'query'> | Pick<pg.Pool, 'query'>;

const atOnce = 10_000;

/** The suppression list; empty in a schema that has none yet. */
export async function readSuppressionList(client: Queryable): Promise<SuppressedAddress[]> {
  const known = await client.query<{ isThere: boolean }>(
    `select to_regclass('public.suppressed_addresses') is not null as "isThere"`,
  );
  if (known.rows[0]?.isThere !== true) return [];
  const { rows } = await client.query<SuppressedAddress>(
    `select encode(address_hash, 'hex') as hash, reason, to_json(since) #>> '{}' as since,
       to_json(ended_at) #>> '{}' as "endedAt"
     from suppressed_addresses order by address_hash`,
  );
  return rows;
}

/**
 * Merges a list of another time or place, and ends the subscriptions that it suppresses.
 * @returns how many rows were new or later
 */
export async function mergeSuppressionList(
  client: Queryable,
  list: readonly SuppressedAddress[],
): Promise<number> {
  let merged = 0;
  for (let start = 0; start < list.length; start += atOnce) {
    const { rows } = await client.query<{ merged: number }>(
      'select merge_suppressed_addresses($1::jsonb)::int as merged',
      [JSON.stringify(list.slice(start, start + atOnce))],
    );
    merged += rows[0]?.merged ?? 0;
  }
  return merged;
}

/** A text that differs when the list does. */
export async function suppressionListMark(client: Queryable): Promise<string> {
  const { rows } = await client.query<{ mark: string }>(
    `select count(*) || ' ' || coalesce(max(greatest(since, ended_at))::text, '') as mark
     from suppressed_addresses`,
  );
  return rows[0]?.mark ?? '';
}

/** After an older state was brought back: its list is merged with the one before, and sending waits for a super admin, and no link
 * makes a first administrator. */
export async function restoreSuppressionList(
  client: pg.ClientBase,
  before: readonly SuppressedAddress[],
): Promise<void> {
  await mergeSuppressionList(client, before);
  await client.query('update installation set restored_at = now(), setup_token_hash = null');
}
