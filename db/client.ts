import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

import { guardConnections } from './guarded-connections.ts';
import { createServerCheck, type ServerCheck } from './server-check.ts';
import type { Tables } from './tables.ts';
import { withTimeLimit } from './time-limit.ts';

export type Database = Kysely<Tables>;

export type Connection =
  | { url: string }
  | { host: string; port: number; user: string; database: string; password?: string | undefined };

export type DatabaseClient = ReturnType<typeof openDatabase>;

/** Counts are parsed as numbers: none of ours comes near 2^53. */
const int8 = 20;
/** A calendar day stays the string YYYY-MM-DD: a Date would add a time zone. */
const date = 1082;

/** Milliseconds after which the server ends a statement. */
const statementTimeout = 5_000;
/** Milliseconds for a new connection, and for a place in the pool: a caller gets the error within two seconds. */
const connectWithin = 1_700;

/**
 * Opens a pool. Connecting is lazy. Where the database is down or frozen, statements fail with DatabaseUnavailable within
 * two seconds; where a single connection gets no answer, a second after the server should have ended the statement.
 * @param options.timeZone IANA zone in which `date_trunc` and `now()::date` mean days until `setTimeZone`: the site's.
 * @param options.onStatement called for every statement; tests count the statements of a page with it.
 * @param options.timeoutMilliseconds time limit for an answer on one connection.
 * @param options.connectMilliseconds time limit for a connection, a place in the pool and a place among the writers.
 * @param options.mayWrite asked before every write; rejects with DatabaseUnavailable when there must be none now.
 * @param options.listen each connection listens to this channel. What is notified while none is open is lost.
 * @param options.onIdleError called when an idle connection broke (the pool replaces it).
 */
export function openDatabase(
  connection: Connection,
  options: {
    timeZone: string;
    onIdleError: (error: Error) => void;
    onStatement?: (sql: string) => void;
    max?: number;
    timeoutMilliseconds?: number;
    connectMilliseconds?: number;
    mayWrite?: () => Promise<void>;
    listen?: { channel: string; onNotification: () => void };
  },
) {
  const settings = {
    ...('url' in connection ? { connectionString: connection.url } : connection),
    // A machine that lost its power closes no connection: keep-alive notices it within half a minute.
    keepAlive: true,
    keepAliveInitialDelayMillis: 15_000,
  };
  const { listen, connectMilliseconds = connectWithin } = options;
  const server = createServerCheck(settings);
  const pool = new pg.Pool({
    ...settings,
    max: options.max ?? 12,
    connectionTimeoutMillis: connectMilliseconds,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'anyforge',
    // Compiling a plan takes longer than any statement here.
    options: `-c TimeZone=${options.timeZone} -c jit=off`,
    types: { getTypeParser: typeParser },
    ...(listen ? { onConnect: (client: pg.ClientBase) => listenOn(client, server, listen) } : {}),
  });
  pool.on('error', options.onIdleError);
  // The pool does not listen to a connection in use: without this, one that breaks between two
  // statements would end the process. The next statement on it fails by itself.
  pool.on('connect', (client) => client.on('error', () => {}));

  const { onStatement, timeoutMilliseconds = statementTimeout + 1_000, mayWrite = async () => {} } = options;
  let { timeZone } = options;
  const db: Database = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: guardConnections(pool, {
        timeoutMilliseconds,
        writeTimeoutMilliseconds: connectMilliseconds,
        server,
        mayWrite,
        timeZone: { atConnect: options.timeZone, now: () => timeZone },
      }),
    }),
    ...(onStatement ? { log: ({ query }) => onStatement(query.sql) } : {}),
  });
  return {
    db,
    pool,
    /** From now on days are those of this zone, on every connection that `db` uses. */
    setTimeZone(changed: string): void {
      timeZone = changed;
    },
    close: () => db.destroy(),
  };
}

/**
 * The pool waits for this, without a limit of its own, before it uses the connection. Some poolers refuse to listen: then
 * there are no notifications.
 * @throws DatabaseUnavailable where no answer comes
 */
async function listenOn(
  client: pg.ClientBase,
  server: ServerCheck,
  { channel, onNotification }: { channel: string; onNotification: () => void },
): Promise<void> {
  client.on('notification', onNotification);
  const asked = client.query(`listen ${pg.escapeIdentifier(channel)}`).catch(() => {});
  await withTimeLimit<unknown>(asked, connectWithin, server);
}

const typeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === int8) return Number;
  if (oid === date) return String;
  return pg.types.getTypeParser(oid, format ?? 'text');
};
