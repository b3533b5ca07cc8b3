import type pg from 'pg';

import { DatabaseUnavailable, noAnswer } from './database-error.ts';
import type { ServerCheck } from './server-check.ts';
import { withTimeLimit } from './time-limit.ts';

/** A connection as the product uses it: its process on the server, its time zone, and whether it has ended. */
export type Session = { readonly processId: number; timeZone: string; isOver: boolean };

type SessionOptions = {
  server: ServerCheck;
  timeoutMilliseconds: number;
  timeZone: () => string;
  listen?: { channel: string; onNotification: () => void } | undefined;
};

/** Milliseconds after which the server ends a statement. */
export const statementTimeout = 5_000;

/**
 * Settings of every connection. A statement sets them: poolers refuse or drop what the start of a connection asks for.
 * Compiling a plan (jit) takes longer than any statement here.
 */
const settings = `set_config('statement_timeout', '${statementTimeout}', false),
  set_config('idle_in_transaction_session_timeout', '10s', false), set_config('jit', 'off', false)`;

/**
 * Begins the session of a new connection. The pool waits for it, without a limit of its own. Some poolers refuse to
 * listen: then there are no notifications.
 * @throws DatabaseUnavailable where no answer comes
 */
export async function beginSession(client: pg.ClientBase, options: SessionOptions): Promise<Session> {
  const { server, timeoutMilliseconds, listen } = options;
  const timeZone = options.timeZone();
  const session = { processId: 0, timeZone, isOver: false };
  const end = () => void (session.isOver = true);
  client.on('error', end).on('end', end);
  const begin = async () => {
    const { rows } = await client.query<{ processId: number }>(
      `select pg_backend_pid() as "processId", set_config('TimeZone', $1, false), ${settings}`,
      [timeZone],
    );
    if (listen) await client.query(`listen "${listen.channel}"`).catch(() => {});
    return rows[0]?.processId ?? 0;
  };
  if (listen) client.on('notification', listen.onNotification);
  const processId = await withTimeLimit(begin(), timeoutMilliseconds, server).catch((error: unknown) => {
    throw session.isOver ? new DatabaseUnavailable('away', noAnswer, { cause: error }) : error;
  });
  return Object.assign(session, { processId });
}

/** Changes the zone in which a session counts days. */
export async function setTimeZone(client: pg.ClientBase, session: Session, timeZone: string): Promise<void> {
  await client.query("select set_config('TimeZone', $1, false)", [timeZone]);
  session.timeZone = timeZone;
}
