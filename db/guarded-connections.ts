import { setTimeout as sleep } from 'node:timers/promises';

import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';

import { onlyReads } from './access.ts';
import { DatabaseUnavailable, isAnswer, noAnswer, translateError, unavailable } from './database-error.ts';
import { createLimit, type Release } from './limit.ts';
import type { ServerCheck } from './server-check.ts';
import { setTimeZone, type Session } from './session.ts';
import { openStatementNames } from './statement-names.ts';
import { withTimeLimit } from './time-limit.ts';

type GuardOptions = {
  pool: pg.Pool;
  sessions: WeakMap<pg.ClientBase, Session>;
  /** For a statement or a commit; ten times as long for the commit of a transaction that lifted the server's own limit. */
  timeoutMilliseconds: number;
  /** Milliseconds that a write waits until fewer others run. */
  writeTimeoutMilliseconds: number;
  server: ServerCheck;
  /** Asked before every write; rejects with DatabaseUnavailable when there must be none now. */
  mayWrite: () => Promise<void>;
  timeZone: () => string;
};

type ConnectionOptions = GuardOptions & {
  nameOf: (text: string) => string | undefined;
  answers: AnswerTimes;
  acquireWrite: () => Promise<Release>;
};

/**
 * When connections last answered, and since when one did not: those that were idle then may have lost the server too, and
 * would be found out one by one.
 */
type AnswerTimes = { last: WeakMap<pg.PoolClient, number>; silentSince: number };

/** Connections of the pool that writes never use. */
const connectionsForReads = 4;
/** Maximum milliseconds between two checks whether the server has ended an abandoned connection. */
const maxPause = 1_000;

/**
 * Kysely's driver for the pool. Statements that come back are sent with a name. A statement or commit without an answer
 * fails in time, and its connection is not used again. A limit bounds the writes that run at once, so that writes that
 * hang leave the rest of the pool to reads.
 */
export function createGuardedDriver(options: GuardOptions): Driver {
  const { pool, writeTimeoutMilliseconds } = options;
  const maxWrites = Math.max(1, pool.options.max - connectionsForReads);
  const connectionOptions: ConnectionOptions = {
    ...options,
    nameOf: openStatementNames(),
    answers: { last: new WeakMap(), silentSince: -Infinity },
    acquireWrite: createLimit(maxWrites, {
      milliseconds: writeTimeoutMilliseconds,
      refuse: () => new DatabaseUnavailable('away', noAnswer),
    }).enter,
  };
  return {
    init: async () => {},
    acquireConnection: async () => new GuardedConnection(connectionOptions),
    beginTransaction: (connection, settings) => guarded(connection).begin(settings),
    commitTransaction: (connection) => guarded(connection).commit(),
    rollbackTransaction: (connection) => guarded(connection).rollback(),
    releaseConnection: async (connection) => guarded(connection).release(),
    destroy: async () => {},
  };
}

function guarded(connection: DatabaseConnection): GuardedConnection {
  if (connection instanceof GuardedConnection) return connection;
  throw new TypeError('This connection is not of this driver.');
}

/** Takes a connection of the pool at the first statement: only then it is known whether it must wait as a write. */
class GuardedConnection implements DatabaseConnection {
  readonly #options: ConnectionOptions;
  #used: { client: pg.PoolClient; session: Session } | null = null;
  #releaseWrite: Release | null = null;
  #transaction: 'none' | 'read-only' | 'read-write' = 'none';
  #hasNoLimit = false;
  #isBroken = false;
  /** When the first write was sent that never got an answer. */
  #unansweredSince: number | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#hasNoLimit ||= liftsTheTimeout.has(query.sql);
    const { rows, rowCount, command } = await this.#send(
      query.sql,
      [...query.parameters],
      this.#mayChange(query),
    );
    // A statement had failed, and the transaction went on.
    if (query.sql === 'commit' && command === 'ROLLBACK') throw new AbortedTransactionError();
    return { rows, ...(changing.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
  }

  streamQuery(): never {
    throw new TypeError('Cursors are not used here.');
  }

  async begin({ accessMode }: TransactionSettings): Promise<void> {
    this.#transaction = accessMode === 'read only' ? 'read-only' : 'read-write';
    await this.executeQuery(CompiledQuery.raw(accessMode ? `start transaction ${accessMode}` : 'begin'));
  }

  async commit(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw('commit'));
    this.#transaction = 'none';
  }

  async rollback(): Promise<void> {
    // The server has ended, or will end, the transaction of a broken connection by itself.
    if (!this.#isBroken) await this.executeQuery(CompiledQuery.raw('rollback'));
    this.#transaction = 'none';
  }

  release(): void {
    this.#used?.client.release(this.#isBroken);
    const release = this.#releaseWrite;
    if (release === null) return;
    if (this.#used === null || this.#unansweredSince === null) return release();
    void this.#untilEnded(this.#used.session, this.#unansweredSince).finally(release);
  }

  /** True for a write outside of transactions, and for all of a transaction that is not read-only. */
  #mayChange(query: CompiledQuery): boolean {
    return this.#transaction === 'none' ? !onlyReads(query) : this.#transaction === 'read-write';
  }

  async #send(text: string, values: unknown[], isWrite: boolean): Promise<pg.QueryResult> {
    if (this.#isBroken) throw new DatabaseUnavailable('away', noAnswer);
    await this.#takePlace(isWrite);
    const { client, session } = (this.#used ??= await this.#connect());
    if (session.isOver) {
      this.#isBroken = true;
      throw new DatabaseUnavailable('away', noAnswer);
    }
    const { answers, nameOf } = this.#options;
    const isCommit = text === 'commit';
    const sentAt = performance.now();
    try {
      const answer = await this.#inTime(client.query({ text, values, name: nameOf(text) }), isCommit);
      answers.last.set(client, performance.now());
      return answer;
    } catch (error) {
      if (isAnswer(error)) throw translateError(error);
      answers.silentSince = Math.max(answers.silentSince, sentAt);
      this.#isBroken = true;
      if (isWrite) this.#unansweredSince ??= sentAt;
      if (isWrite && (isCommit || this.#transaction === 'none')) throw unavailable('commit-unknown', error);
      throw session.isOver ? unavailable('away', error) : translateError(error);
    }
  }

  /** A connection that is new, or has answered after the latest one that did not. */
  async #connect() {
    const { pool, sessions, answers, timeZone } = this.#options;
    for (;;) {
      const client = await pool.connect().catch((error: unknown) => {
        throw unavailable('away', error);
      });
      const session = sessions.get(client);
      if (session && (answers.last.get(client) ?? Infinity) > answers.silentSince) {
        try {
          if (session.timeZone !== timeZone())
            await this.#inTime(setTimeZone(client, session, timeZone()), false);
          return { client, session };
        } catch (error) {
          client.release(true);
          throw session.isOver ? unavailable('away', error) : error;
        }
      }
      client.release(true);
    }
  }

  /** Waits for a place among the writes: for a write, and for every transaction. */
  async #takePlace(isWrite: boolean): Promise<void> {
    if (this.#releaseWrite !== null || (!isWrite && this.#transaction === 'none')) return;
    if (isWrite) await this.#options.mayWrite();
    this.#releaseWrite = await this.#options.acquireWrite();
  }

  #inTime<Answer>(answer: Promise<Answer>, isCommit: boolean): Promise<Answer> {
    if (this.#hasNoLimit && !isCommit) return answer;
    const { timeoutMilliseconds, server } = this.#options;
    return withTimeLimit(answer, timeoutMilliseconds * (this.#hasNoLimit ? 10 : 1), server);
  }

  /** The server may still be at work on an abandoned write: as long as it is, its place stays taken. */
  async #untilEnded({ processId }: Session, since: number): Promise<void> {
    const { pool, server } = this.#options;
    for (let pause = 50; !pool.ending; pause = Math.min(pause * 2, maxPause)) {
      await sleep(pause, undefined, { ref: false });
      if (await server.hasEnded(processId, performance.now() - since).catch(() => false)) return;
    }
  }
}

/** Statements after which the server ends none by itself. */
const liftsTheTimeout = new Set(['set statement_timeout = 0', 'set local statement_timeout = 0']);
const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
