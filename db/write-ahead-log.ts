import type pg from 'pg';

/** Positions in the write-ahead log are bytes since its beginning: PostgreSQL's `pg_lsn` as a number. */
export type LogState = {
  /** Everything before it is on the disk of the server. */
  flushed: bigint;
  /** A restore to an earlier moment begins a new timeline. */
  timeline: number;
  /** From where on the server keeps the log for the archive; null when it does not. */
  keptFrom: bigint | null;
};

/** A physical replication slot: as long as it is there, the server deletes no log that the archive does not have. */
const slot = 'anyforge_archive';

export async function readLogState(pool: pg.Pool): Promise<LogState> {
  const { rows } = await pool.query<{ flushed: string; file: string; kept: string | null }>(
    `select (flushed - '0/0'::pg_lsn)::text as flushed, pg_walfile_name(flushed) as file,
       (select (restart_lsn - '0/0'::pg_lsn)::text from pg_replication_slots
        where slot_name = $1 and wal_status <> 'lost') as kept
     from pg_current_wal_flush_lsn() as flushed`,
    [slot],
  );
  const [row] = rows;
  if (!row) throw new Error('The database did not tell the state of its log.');
  return {
    flushed: BigInt(row.flushed),
    timeline: Number.parseInt(row.file.slice(0, 8), 16),
    keptFrom: row.kept === null ? null : BigInt(row.kept),
  };
}

/** Lets the server keep its log from now on, at most `max_slot_wal_keep_size` of it. */
export async function keepLog(pool: pg.Pool): Promise<void> {
  await releaseLog(pool);
  await pool.query('select pg_create_physical_replication_slot($1, true)', [slot]);
}

/** Lets the server delete what lies before `position`. */
export async function releaseLogBefore(pool: pg.Pool, position: bigint): Promise<void> {
  await pool.query(
    `select pg_replication_slot_advance($1, greatest('0/0'::pg_lsn + $2::numeric, restart_lsn))
     from pg_replication_slots where slot_name = $1`,
    [slot, position.toString()],
  );
}

/** Lets the server delete all of its log that it does not need itself. */
export async function releaseLog(pool: pg.Pool): Promise<void> {
  await pool.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1',
    [slot],
  );
}

/**
 * Runs `copy`, which copies the files of the running server, between the two statements that make such a copy usable.
 * @param copy gets the position from which on the log is needed to use the copy
 * @returns what `copy` returned; the content of the file `backup_label`, which belongs into the copy; and the position up
 *   to which the log is needed
 */
export async function withFilesToCopy<T>(
  pool: pg.Pool,
  copy: (from: bigint) => Promise<T>,
): Promise<{ copied: T; label: string; until: bigint }> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    const begun = await client.query<{ position: string }>(
      "select (pg_backup_start('anyforge', fast => true) - '0/0'::pg_lsn)::text as position",
    );
    const copied = await copy(BigInt(begun.rows[0]?.position ?? 0));
    const ended = await client.query<{ position: string; label: string }>(
      `select (lsn - '0/0'::pg_lsn)::text as position, labelfile as label
       from pg_backup_stop(wait_for_archive => false)`,
    );
    const [end] = ended.rows;
    if (!end) throw new Error('The database did not end the copy.');
    return { copied, label: end.label, until: BigInt(end.position) };
  } finally {
    // The end of the connection ends the copy, also one that failed.
    client.release(true);
  }
}
