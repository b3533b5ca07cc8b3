import type pg from 'pg';

import type { AppState } from '../http/app.ts';
import type { ConcurrencyState } from '../scheduling/concurrency-limit.ts';
import { byLabel, gauge, type Metric } from './metric.ts';

type PoolState = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> & {
  readonly options: { readonly max: number };
};

/** What this process counts and holds, beside its requests. */
export interface ProcessState {
  readonly app: AppState;
  /** Null while the database is not open yet. */
  readonly pool: PoolState | null;
  /** Number of each so far. */
  readonly securityEvents: Readonly<Record<string, number>>;
  /** By their names in `server/jobs/jobs.ts`. */
  readonly failingJobs: Readonly<Record<string, boolean>>;
}

/** Pure. */
export function processMetrics(state: ProcessState): Metric[] {
  const { app, pool } = state;
  return [
    ...pageCacheMetrics(app),
    ...renderMetrics(app),
    ...(pool === null ? [] : poolMetrics(pool)),
    byLabel(
      'anyforge_security_events_total',
      'Security events, by the names of docs/operations.md.',
      'event',
      state.securityEvents,
    ),
    byLabel(
      'anyforge_job_failing',
      'Whether the last run of a job failed (1) or not (0).',
      'job',
      Object.fromEntries(Object.entries(state.failingJobs).map(([job, fails]) => [job, Number(fails)])),
    ),
  ];
}

function pageCacheMetrics({ pageCache }: AppState): Metric[] {
  const { hits, copies, renders, pages, bytes } = pageCache;
  return [
    byLabel(
      'anyforge_page_cache_requests_total',
      'Requests for public pages: answered from memory (hit), by an earlier copy (copy), or rendered (render).',
      'result',
      { hit: hits, copy: copies, render: renders },
    ),
    gauge('anyforge_page_cache_pages', 'Pages in memory, current or not.', pages),
    gauge('anyforge_page_cache_bytes', 'Bytes that the pages in memory may take.', bytes),
  ];
}

function renderMetrics({ renders }: AppState): Metric[] {
  const ofEach = (part: keyof ConcurrencyState) =>
    Object.fromEntries(Object.entries(renders).map(([queue, state]) => [queue, state[part]]));
  return [
    byLabel(
      'anyforge_renders_running',
      'Renders going on, of pages that are kept, of other public ones, or in the places reserved for the admin.',
      'queue',
      ofEach('running'),
    ),
    byLabel('anyforge_renders_waiting', 'Renders waiting for a place.', 'queue', ofEach('waiting')),
    byLabel(
      'anyforge_renders_refused_total',
      'Requests answered 503 because too many waited for a place.',
      'queue',
      ofEach('refused'),
    ),
  ];
}

function poolMetrics({ totalCount, idleCount, waitingCount, options }: PoolState): Metric[] {
  return [
    byLabel('anyforge_database_connections', 'Open connections to the database.', 'state', {
      idle: idleCount,
      used: totalCount - idleCount,
    }),
    gauge('anyforge_database_connections_max', 'Connections to the database that there may be.', options.max),
    gauge('anyforge_database_waiting', 'Statements waiting for a connection.', waitingCount),
  ];
}
