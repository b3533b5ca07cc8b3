import type pg from 'pg';

/** The fingerprints of removed factors and used recovery codes; none in a schema that has no factors yet. */
export async function readRemovedFactors(client: pg.PoolClient): Promise<string[]> {
  const known = await client.query<{ isThere: boolean }>(
    `select to_regclass('public.removed_factors') is not null as "isThere"`,
  );
  if (known.rows[0]?.isThere !== true) return [];
  const { rows } = await client.query<{ hex: string }>(
    `select encode(fingerprint, 'hex') as hex from removed_factors`,
  );
  return rows.map(({ hex }) => hex);
}

/** Removes these factors again, after older rows were restored. */
export async function removeFactors(client: pg.PoolClient, fingerprints: readonly string[]): Promise<void> {
  await client.query(
    `insert into removed_factors (fingerprint) select decode(hex, 'hex') from unnest($1::text[]) hex
     on conflict do nothing`,
    [fingerprints],
  );
  await client.query(
    `delete from passkeys
     where sha256(convert_to(credential_id, 'UTF8')) in (select fingerprint from removed_factors)`,
  );
  await client.query(
    `delete from authenticator_apps where sha256(encrypted_secret) in (select fingerprint from removed_factors)`,
  );
  await client.query(
    `update recovery_codes set used_at = now()
     where used_at is null and code_hash in (select fingerprint from removed_factors)`,
  );
}
