import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

import { DatabaseUnavailable, isAnswer, noAnswer, translateError } from './database-error.ts';
import { createPlaces, type Leave } from './places.ts';
import type { ServerCheck } from './server-check.ts';
import { openStatementNames } from './statement-names.ts';

/** Milliseconds of silence after which the server is asked beside the pool whether it is there. */
const checkEvery = 600;
/** Milliseconds between two looks whether the server has ended a connection that was given up; shorter at first. */
const lookEvery = 1_000;

/**
 * The pool as the query builder sees it. Statements that come back are sent with a name. A statement or commit that a
 * dead line or a frozen server leaves without an answer fails, and its connection is not used again. Writes have a bounded
 * number of places, so that writes that hang leave the rest of the pool to reads.
 * @param options.timeoutMilliseconds for a statement or a commit; ten times as long for the commit of a transaction
 *   that lifted the server's own limit, and no limit for its statements
 * @param options.placeWithin milliseconds that a write waits for its place
 * @param options.mayWrite the last word before a write
 */
export function poolOfStatements(
  pool: pg.Pool,
  options: {
    timeoutMilliseconds: number;
    placeWithin: number;
    server: ServerCheck;
    mayWrite: () => Promise<void>;
  },
): PostgresPool {
  const { timeoutMilliseconds, server, mayWrite } = options;
  const nameOf = openStatementNames();
  const enterWriters = createPlaces(Math.max(1, pool.options.max - placesOfReads), options.placeWithin);

  /** A connection is taken at the first statement: only then it is known whether it needs a place of a writer. */
  const connect = (): PostgresPoolClient => {
    let client: pg.PoolClient | null = null;
    let leaveWriters: Leave | null = null;
    let mayTakeLong = false;
    let isInTransaction = false;
    let isBroken = false;
    /** When a write was sent that never got an answer. */
    let unansweredSince: number | null = null;

    const run = async (text: string, values: unknown[]): Promise<unknown> => {
      if (isBroken && text === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] };
      if (isBroken) throw new DatabaseUnavailable('away', noAnswer);
      const isWrite = !isRead(text);
      if (isWrite && leaveWriters === null) {
        if (!readsOnly.test(text)) await mayWrite();
        leaveWriters = await enterWriters();
      }
      client ??= await pool.connect();
      mayTakeLong ||= liftsTheTimeout.test(text);
      isInTransaction ||= beginsTransaction.test(text);
      const isCommit = text === 'commit';
      const sentAt = performance.now();
      const answer = client.query({ text, values, name: nameOf(text) });
      try {
        if (mayTakeLong && !isCommit) return await answer;
        return await answerInTime(
          answer,
          mayTakeLong ? timeoutMilliseconds * 10 : timeoutMilliseconds,
          server,
        );
      } catch (error) {
        if (isAnswer(error)) throw error;
        const wasSent = !neverSent.test(String(error));
        isBroken ||= wasSent;
        if (isWrite && wasSent) unansweredSince ??= sentAt;
        const wouldBeStored = isCommit || (isWrite && !isInTransaction);
        if (!wouldBeStored || !wasSent) throw error;
        throw new DatabaseUnavailable('commit-unknown', 'The answer to a commit was lost.', { cause: error });
      }
    };

    function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
    function query(text: unknown, values: readonly unknown[] = []): unknown {
      if (typeof text !== 'string') throw new TypeError('Cursors are not used here.');
      return run(text, [...values]).catch((error: unknown) => {
        throw translateError(error);
      });
    }
    return {
      query,
      release: () => {
        client?.release(isBroken);
        if (leaveWriters === null) return;
        if (client === null || unansweredSince === null) return leaveWriters();
        void untilEnded(client, unansweredSince).finally(leaveWriters);
      },
    };
  };

  /** The server may still be at work on what was given up: as long as it is, no other write takes the place. */
  async function untilEnded(client: pg.PoolClient, since: number): Promise<void> {
    const processId: unknown = Reflect.get(client, 'processID');
    if (typeof processId !== 'number') return;
    for (let pause = 50; !pool.ending; pause = Math.min(pause * 2, lookEvery)) {
      await sleep(pause, undefined, { ref: false });
      if (await server.hasEnded(processId, performance.now() - since).catch(() => false)) return;
    }
  }

  return { options: pool.options, end: () => pool.end(), connect: async () => connect() };
}

/** Of the pool's places, those that writes never take. */
const placesOfReads = 4;
const beginsTransaction = /^(?:begin|start transaction)\b/;
const readsOnly = /^start transaction .*read only$/;
const liftsTheTimeout = /^set (local )?statement_timeout = 0$/;
/** What the driver says of a statement on a connection that had ended before. */
const neverSent = /not queryable/;

/** Whether a statement, alone, only reads. In doubt it does not. */
export function isRead(text: string): boolean {
  return /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert|update|delete|merge)\b/i.test(text);
}

/** @throws DatabaseUnavailable when `timeoutMilliseconds` is over, or earlier when the server answers nobody */
async function answerInTime<Answer>(
  answer: Promise<Answer>,
  timeoutMilliseconds: number,
  server: Pick<ServerCheck, 'isAnswering'>,
): Promise<Answer> {
  const end = performance.now() + timeoutMilliseconds;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    const look = async () => {
      const isLate = performance.now() >= end;
      const isThere = !isLate && (await server.isAnswering());
      // Timers run before what has arrived is read: where the process itself was late, the answer may be there.
      await nextTurn();
      if (isOver) return;
      if (isThere) wait();
      else reject(new DatabaseUnavailable('away', noAnswer));
    };
    const wait = () => {
      const rest = Math.max(0, end - performance.now());
      timer = setTimeout(() => void look(), Math.min(checkEvery, rest));
    };
    wait();
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}
