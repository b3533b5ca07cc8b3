import pg from 'pg';

/** Milliseconds for one check. */
const timeoutMilliseconds = 1_100;

export type ServerCheck = ReturnType<typeof createServerCheck>;

/** Checks of the server, each on a new connection: they do not wait for the connections of the pool. */
export function createServerCheck(settings: pg.ClientConfig) {
  const withClient = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({
      ...settings,
      connectionTimeoutMillis: timeoutMilliseconds,
      query_timeout: timeoutMilliseconds,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return await work(client);
    } finally {
      void client.end().catch(() => {});
    }
  };
  let asking: Promise<boolean> | null = null;
  const ask = () =>
    withClient(async () => true)
      .catch((error: unknown) => error instanceof pg.DatabaseError)
      .finally(() => (asking = null));

  return {
    /** Whether a server answers at all, even with an error. Concurrent callers share one check. */
    isAnswering: (): Promise<boolean> => (asking ??= ask()),
    /**
     * Whether the server process of a connection has ended, or the server has been replaced.
     * @param age milliseconds since the connection was last known to exist: a younger process is another one
     * @throws when the server cannot be reached
     */
    hasEnded: (processId: number, age: number): Promise<boolean> =>
      withClient(async (client) => {
        const { rows } = await client.query<{ hasEnded: boolean }>(
          `select not exists (
             select from pg_stat_activity
             where pid = $1 and backend_start <= clock_timestamp() - make_interval(secs => $2)) as "hasEnded"`,
          [processId, age / 1_000],
        );
        return rows[0]?.hasEnded === true;
      }),
  };
}
