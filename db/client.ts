import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';

import { createGuardedDriver } from './guarded-connections.ts';
import { createServerCheck } from './server-check.ts';
import { beginSession, statementTimeout, type Session } from './session.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

export type Connection =
  | { url: string }
  | { host: string; port: number; user: string; database: string; password?: string | undefined };

export type DatabaseClient = ReturnType<typeof openDatabase>;

/** Counts are parsed as numbers: none of ours comes near 2^53. */
const int8 = 20;
/** A calendar day stays the string YYYY-MM-DD: a Date would add a time zone. */
const date = 1082;

/** Milliseconds for a new connection, and for a place in the pool: a caller gets the error within two seconds. */
const connectWithin = 1_700;

type DatabaseOptions = {
  /** IANA zone in which `date_trunc` and `now()::date` mean days until `setTimeZone`: the site's. */
  timeZone: string;
  /** Called when an idle connection broke (the pool replaces it). */
  onIdleError: (error: Error) => void;
  /** Called for every statement; tests count the statements of a page with it. */
  onStatement?: (sql: string) => void;
  max?: number;
  /** Time limit for an answer on one connection. */
  timeoutMilliseconds?: number;
  /** Time limit for a connection, a place in the pool and a place among the writers. */
  connectMilliseconds?: number;
  /** Asked before every write; rejects with DatabaseUnavailable when there must be none now. */
  mayWrite?: () => Promise<void>;
  /** Each connection listens to this channel. What is notified while none is open is lost. */
  listen?: { channel: string; onNotification: () => void };
};

/**
 * Opens a pool. Connecting is lazy. Where the database is down or frozen, statements fail with DatabaseUnavailable within
 * two seconds; where a single connection gets no answer, a second after the server should have ended the statement.
 */
export function openDatabase(connection: Connection, options: DatabaseOptions) {
  const settings = {
    ...('url' in connection ? { connectionString: connection.url } : connection),
    // A machine that lost its power closes no connection: keep-alive notices it within half a minute.
    keepAlive: true,
    keepAliveInitialDelayMillis: 15_000,
    application_name: 'anyforge',
  };
  const { onStatement, listen, connectMilliseconds = connectWithin } = options;
  const { timeoutMilliseconds = statementTimeout + 1_000, mayWrite = async () => {} } = options;
  const server = createServerCheck(settings);
  const sessions = new WeakMap<pg.ClientBase, Session>();
  let { timeZone } = options;
  const session = { server, timeoutMilliseconds: connectMilliseconds, timeZone: () => timeZone, listen };
  const pool = new pg.Pool({
    ...settings,
    max: options.max ?? 12,
    connectionTimeoutMillis: connectMilliseconds,
    types: { getTypeParser: typeParser },
    onConnect: async (client: pg.ClientBase) =>
      void sessions.set(client, await beginSession(client, session)),
  });
  pool.on('error', options.onIdleError);
  const driver = {
    pool,
    sessions,
    timeoutMilliseconds,
    writeTimeoutMilliseconds: connectMilliseconds,
    server,
    mayWrite,
    timeZone: () => timeZone,
  };
  const db: Database = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => createGuardedDriver(driver),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    ...(onStatement ? { log: ({ query }) => onStatement(query.sql) } : {}),
  });
  return {
    db,
    pool,
    /** Checks the server, on connections of its own. */
    look: server.look,
    /** From now on days are those of this zone, on every connection that `db` uses. */
    setTimeZone(changed: string): void {
      timeZone = changed;
    },
    async close(): Promise<void> {
      await db.destroy();
      if (!pool.ending) await pool.end();
    },
  };
}

const typeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === int8) return Number;
  if (oid === date) return String;
  return pg.types.getTypeParser(oid, format ?? 'text');
};
