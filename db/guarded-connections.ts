import { setTimeout as sleep } from 'node:timers/promises';

import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

import { DatabaseUnavailable, isAnswer, noAnswer, translateError } from './database-error.ts';
import { createSemaphore, type Release } from './semaphore.ts';
import type { ServerCheck } from './server-check.ts';
import { openStatementNames } from './statement-names.ts';
import { withTimeLimit } from './time-limit.ts';

export type GuardOptions = {
  /** For a statement or a commit; ten times as long for the commit of a transaction that lifted the server's own limit. */
  timeoutMilliseconds: number;
  /** Milliseconds that a write waits until fewer others run. */
  writeTimeoutMilliseconds: number;
  server: ServerCheck;
  /** Asked before every write; rejects with DatabaseUnavailable when there must be none now. */
  mayWrite: () => Promise<void>;
  /** The zone that a new connection has, and the one that statements need. */
  timeZone: { atConnect: string; now: () => string };
};

type ConnectionOptions = GuardOptions & {
  pool: pg.Pool;
  nameOf: (text: string) => string | undefined;
  answers: AnswerTimes;
  acquireWrite: () => Promise<Release>;
  /** Of connections whose zone was changed. */
  zones: WeakMap<pg.PoolClient, string>;
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
 * The pool as Kysely's dialect uses it. Statements that come back are sent with a name. A statement or commit without an
 * answer fails in time, and its connection is not used again. A semaphore limits the writes that run at once, so that
 * writes that hang leave the rest of the pool to reads.
 */
export function guardConnections(pool: pg.Pool, options: GuardOptions): PostgresPool {
  const acquireWrite = createSemaphore(
    Math.max(1, pool.options.max - connectionsForReads),
    options.writeTimeoutMilliseconds,
  );
  const answers: AnswerTimes = { last: new WeakMap(), silentSince: -Infinity };
  const connectionOptions = {
    ...options,
    pool,
    nameOf: openStatementNames(),
    answers,
    acquireWrite,
    zones: new WeakMap(),
  };
  return {
    options: pool.options,
    connect: async () => new GuardedConnection(connectionOptions),
    end: () => pool.end(),
  };
}

/** Takes a connection of the pool at the first statement: only then it is known whether it must wait as a write. */
class GuardedConnection implements PostgresPoolClient {
  readonly #options: ConnectionOptions;
  #client: pg.PoolClient | null = null;
  #releaseWrite: Release | null = null;
  #transaction: 'none' | 'read-only' | 'read-write' = 'none';
  #hasNoLimit = false;
  #isBroken = false;
  /** When the first write was sent that never got an answer. */
  #unansweredSince: number | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    text: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R> | pg.QueryResult> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new TypeError('Cursors are not used here.');
    return this.#run(text, [...values]);
  }

  release(destroy = false): void {
    this.#client?.release(destroy || this.#isBroken);
    const release = this.#releaseWrite;
    if (release === null) return;
    if (this.#client === null || this.#unansweredSince === null) return release();
    void this.#untilEnded(this.#client, this.#unansweredSince).finally(release);
  }

  async #run<R>(text: string, values: unknown[]): Promise<PostgresQueryResult<R> | pg.QueryResult> {
    if (/^(?:begin|start transaction)\b/.test(text)) {
      this.#transaction = text.endsWith('read only') ? 'read-only' : 'read-write';
    }
    // The server has ended, or will end, the transaction of a broken connection by itself.
    if (text === 'rollback' && this.#isBroken) return { command: 'ROLLBACK', rowCount: 0, rows: [] };
    try {
      const result = await this.#send(text, values);
      if (text === 'commit' || text === 'rollback') this.#transaction = 'none';
      return result;
    } catch (error) {
      throw translateError(error);
    }
  }

  async #send(text: string, values: unknown[]): Promise<pg.QueryResult> {
    if (this.#isBroken) throw new DatabaseUnavailable('away', noAnswer);
    const isWrite = !isRead(text);
    if (isWrite) await this.#becomeWriter();
    const client = (this.#client ??= await this.#connect());
    this.#hasNoLimit ||= liftsTheTimeout.test(text);
    const { answers, nameOf } = this.#options;
    const isCommit = text === 'commit';
    const sentAt = performance.now();
    try {
      const answer = await this.#inTime(client.query({ text, values, name: nameOf(text) }), isCommit);
      answers.last.set(client, performance.now());
      return answer;
    } catch (error) {
      if (isAnswer(error)) throw error;
      const wasSent = !neverSent.test(String(error));
      if (wasSent) answers.silentSince = Math.max(answers.silentSince, sentAt);
      this.#isBroken ||= wasSent;
      if (isWrite && wasSent) this.#unansweredSince ??= sentAt;
      const wouldBeStored = isCommit || (isWrite && this.#transaction === 'none');
      if (!wouldBeStored || !wasSent) throw error;
      throw new DatabaseUnavailable('commit-unknown', 'The answer to a commit was lost.', { cause: error });
    }
  }

  /** A connection that is new, or has answered after the latest one that did not. */
  async #connect(): Promise<pg.PoolClient> {
    const { pool, answers } = this.#options;
    for (;;) {
      const client = await pool.connect();
      if ((answers.last.get(client) ?? Infinity) > answers.silentSince) {
        await this.#setTimeZone(client);
        return client;
      }
      client.release(true);
    }
  }

  async #setTimeZone(client: pg.PoolClient): Promise<void> {
    const { zones, timeZone } = this.#options;
    const wanted = timeZone.now();
    if ((zones.get(client) ?? timeZone.atConnect) === wanted) return;
    try {
      await this.#inTime(client.query("select set_config('TimeZone', $1, false)", [wanted]), false);
      zones.set(client, wanted);
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async #becomeWriter(): Promise<void> {
    if (this.#releaseWrite !== null) return;
    if (this.#transaction !== 'read-only') await this.#options.mayWrite();
    this.#releaseWrite = await this.#options.acquireWrite();
  }

  #inTime<Answer>(answer: Promise<Answer>, isCommit: boolean): Promise<Answer> {
    if (this.#hasNoLimit && !isCommit) return answer;
    const { timeoutMilliseconds, server } = this.#options;
    return withTimeLimit(answer, timeoutMilliseconds * (this.#hasNoLimit ? 10 : 1), server);
  }

  /** The server may still be at work on an abandoned write: as long as it is, the semaphore is not released. */
  async #untilEnded(client: pg.PoolClient, since: number): Promise<void> {
    const { pool, server } = this.#options;
    const processId: unknown = Reflect.get(client, 'processID');
    if (typeof processId !== 'number') return;
    for (let pause = 50; !pool.ending; pause = Math.min(pause * 2, maxPause)) {
      await sleep(pause, undefined, { ref: false });
      if (await server.hasEnded(processId, performance.now() - since).catch(() => false)) return;
    }
  }
}

const liftsTheTimeout = /^set (local )?statement_timeout = 0$/;
/** What the pool's client says of a statement on a connection that had ended before. */
const neverSent = /not queryable/;

/** Whether a statement, alone, only reads. In doubt it does not. */
function isRead(text: string): boolean {
  return /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert|update|delete|merge)\b/i.test(text);
}
