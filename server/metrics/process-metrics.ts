import type pg from 'pg';

import type { AppState } from '../http/app.ts';
import type { ConcurrencyState } from '../scheduling/concurrency-limit.ts';
import { byLabel, single, type Metric } from './metric.ts';

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
      {
        name: 'anyforge_security_events_total',
        help: 'Security events, by the names of docs/operations.md.',
        type: 'counter',
      },
      'event',
      state.securityEvents,
    ),
    byLabel(
      {
        name: 'anyforge_job_failing',
        help: 'Whether the last run of a job failed (1) or not (0).',
        type: 'gauge',
      },
      'job',
      Object.fromEntries(Object.entries(state.failingJobs).map(([job, fails]) => [job, Number(fails)])),
    ),
  ];
}

function pageCacheMetrics({ pageCache }: AppState): Metric[] {
  const { hits, copies, renders, pages, bytes } = pageCache;
  return [
    byLabel(
      {
        name: 'anyforge_page_cache_requests_total',
        help: 'Requests for public pages: answered from memory (hit), by an earlier copy (copy), or rendered (render).',
        type: 'counter',
      },
      'result',
      { hit: hits, copy: copies, render: renders },
    ),
    single(
      {
        name: 'anyforge_page_cache_pages',
        help: 'Pages in memory, current or not.',
        type: 'gauge',
      },
      pages,
    ),
    single(
      {
        name: 'anyforge_page_cache_bytes',
        help: 'Bytes that the pages in memory may take.',
        type: 'gauge',
      },
      bytes,
    ),
  ];
}

function renderMetrics({ renders }: AppState): Metric[] {
  const ofEach = (part: keyof ConcurrencyState) =>
    Object.fromEntries(Object.entries(renders).map(([queue, state]) => [queue, state[part]]));
  return [
    byLabel(
      {
        name: 'anyforge_renders_running',
        help: 'Renders going on, of pages that are kept, of other public ones, or in the places reserved for the admin.',
        type: 'gauge',
      },
      'queue',
      ofEach('running'),
    ),
    byLabel(
      {
        name: 'anyforge_renders_waiting',
        help: 'Renders waiting for a place.',
        type: 'gauge',
      },
      'queue',
      ofEach('waiting'),
    ),
    byLabel(
      {
        name: 'anyforge_renders_refused_total',
        help: 'Requests answered 503 because too many waited for a place.',
        type: 'counter',
      },
      'queue',
      ofEach('refused'),
    ),
  ];
}

function poolMetrics({ totalCount, idleCount, waitingCount, options }: PoolState): Metric[] {
  return [
    byLabel(
      {
        name: 'anyforge_database_connections',
        help: 'Open connections to the database.',
        type: 'gauge',
      },
      'state',
      { idle: idleCount, used: totalCount - idleCount },
    ),
    single(
      {
        name: 'anyforge_database_connections_max',
        help: 'Connections to the database that there may be.',
        type: 'gauge',
      },
      options.max,
    ),
    single(
      {
        name: 'anyforge_database_waiting',
        help: 'Statements waiting for a connection.',
        type: 'gauge',
      },
      waitingCount,
    ),
  ];
}
