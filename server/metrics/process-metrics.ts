import type pg from 'pg';

import type { AppState } from '../http/app.ts';
import { byLabel, gauge } from './metric.ts';

type PoolState = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

/** What this process counts and holds, beside its requests. */
export interface ProcessState {
  readonly app: AppState;
  /** Null while the database is not open yet. */
  readonly pool: PoolState | null;
  /** Number of each so far. */
  readonly securityEvents: Readonly<Record<string, number>>;
}

/** Pure. */
export function processMetrics({ app, pool, securityEvents }: ProcessState): string[] {
  const { hits, copies, renders } = app.pageCache;
  return [
    byLabel(
      'anyforge_page_cache_requests_total',
      'Requests for public pages: answered from memory (hit), by an earlier copy (copy), or rendered (render).',
      'result',
      { hit: hits, copy: copies, render: renders },
    ),
    byLabel(
      'anyforge_renders_refused_total',
      'Requests answered 503 because too many waited for a place.',
      'queue',
      app.refused,
    ),
    ...(pool === null ? [] : poolMetrics(pool)),
    byLabel(
      'anyforge_security_events_total',
      'Security events, by the names of docs/operations.md.',
      'event',
      securityEvents,
    ),
  ];
}

function poolMetrics({ totalCount, idleCount, waitingCount }: PoolState): string[] {
  return [
    byLabel('anyforge_database_connections', 'Open connections to the database.', 'state', {
      idle: idleCount,
      used: totalCount - idleCount,
    }),
    gauge('anyforge_database_waiting', 'Statements waiting for a connection.', waitingCount),
  ];
}
