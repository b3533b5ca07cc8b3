import pg from 'pg';

import { DatabaseUnavailable, isFromServer, noAnswer } from './database-error.ts';
import { within } from './within.ts';
import { readOnlyCondition } from './read-only.ts';

/** Milliseconds for one check. */
const timeoutMilliseconds = 1_100;
/** The same where the product starts. */
const lookWithin = 4_500;

export type ServerCheck = ReturnType<typeof createServerCheck>;

type ServerLook = {
  /** As `server_version_num` has it: 150000 for PostgreSQL 15.0. */
  version: number;
  isReadOnly: boolean;
  /** False behind a pooler that gives a process of the server to another connection between two statements. */
  hasSessions: boolean;
};

/** Checks of the server, each on a new connection: they do not wait for the connections of the pool. */
export function createServerCheck(settings: pg.ClientConfig) {
  const withClient = async <T>(milliseconds: number, work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client(settings);
    let isOver = false;
    client.on('error', () => {}).on('end', () => (isOver = true));
    try {
      const done = client.connect().then(async () => ({ result: await work(client) }));
      const inTime = await within(milliseconds, done);
      if (inTime === undefined) throw new DatabaseUnavailable('away', noAnswer);
      return inTime.result;
    } catch (error) {
      if (!isOver || isFromServer(error)) throw error;
      throw new DatabaseUnavailable('away', 'The database closed the connection.', { cause: error });
    } finally {
      void client.end().catch(() => {});
    }
  };
  let asking: Promise<boolean> | null = null;
  const ask = () =>
    withClient(timeoutMilliseconds, async () => true)
      .catch(isFromServer)
      .finally(() => (asking = null));

  return {
    /** True if a server answers at all, even with an error. Concurrent callers share one check. */
    isAnswering: (): Promise<boolean> => (asking ??= ask()),
    /**
     * True if the server process of a connection has ended, or the server has been replaced.
     * @param age milliseconds since the connection was last known to exist: a younger process is another one
     * @throws when the server cannot be reached
     */
    hasEnded: (processId: number, age: number): Promise<boolean> =>
      withClient(timeoutMilliseconds, async (client) => {
        const { rows } = await client.query<{ hasEnded: boolean }>(
          `select not exists (
             select from pg_stat_activity
             where pid = $1 and backend_start <= clock_timestamp() - make_interval(secs => $2)) as "hasEnded"`,
          [processId, age / 1_000],
        );
        return rows[0]?.hasEnded === true;
      }),
    /** Checks the server through two connections. @throws the error of the driver or the server, DatabaseUnavailable */
    look: (): Promise<ServerLook> =>
      withClient(lookWithin, async (client) => {
        const { processId: first, ...facts } = await lookThrough(client);
        const other = await withClient(lookWithin, lookThrough);
        const { processId: again } = await lookThrough(client);
        return { ...facts, hasSessions: first === again && first !== other.processId };
      }),
  };
}

async function lookThrough(client: pg.Client) {
  const { rows } = await client.query<{ version: number; isReadOnly: boolean; processId: number }>(
    `select current_setting('server_version_num')::int as version, ${readOnlyCondition} as "isReadOnly",
       pg_backend_pid() as "processId"`,
  );
  return { version: 0, isReadOnly: false, processId: 0, ...rows[0] };
}
