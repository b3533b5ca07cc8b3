import type pg from 'pg';

/** For how many seconds the oldest completed segment of the log has waited for its archiving; 0: none waits. */
export async function secondsToArchive(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    `select coalesce(extract(epoch from clock_timestamp() - min(modification)), 0)::int as seconds
     from pg_ls_archive_statusdir() where name like '%.ready'`,
  );
  return rows[0]?.seconds ?? 0;
}

/**
 * Runs `copy`, which copies the files of the running server, between the two statements that make such a copy usable, and
 * waits until the log of that time is archived.
 * @param copy gets the bytes of the database
 * @returns the content of the file `backup_label`, which belongs into the copy
 */
export async function withFilesToCopy(
  pool: pg.Pool,
  copy: (bytes: number) => Promise<void>,
): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = '10min'");
    const begun = await client.query<{ bytes: string }>(
      "select pg_database_size(current_database())::text as bytes from pg_backup_start('anyforge', fast => true)",
    );
    await copy(Number(begun.rows[0]?.bytes));
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop()');
    if (!rows[0]) throw new Error('The database did not end the copy.');
    return rows[0].label;
  } finally {
    // The end of the connection ends the copy, also one that failed.
    client.release(true);
  }
}
