import type pg from 'pg';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

import type { Database } from '#db/client.ts';
import { readBackupStatus } from '#db/queries/installation.ts';
import { measureOutbox } from '#db/queries/outbox.ts';
import { securityEvents, type SecurityEventName } from '#domain/activity/actions.ts';
import type { DiskSpace } from '#domain/storage/disk-space.ts';

import type { Alarms } from '../guards/alarms.ts';
import type { LoggedRequest } from '../http/access-log.ts';
import type { AppState } from '../http/app.ts';
import { within } from '#db/within.ts';
import { memoryBytes } from './memory.ts';

/** How often the delay of the event loop is taken, in milliseconds: each time wakes an idle process. */
const delayEvery = 20;

/** A client may send any method. */
const countedMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

export type Metrics = ReturnType<typeof createMetrics>;

export type ProcessState = {
  readonly app: AppState;
  readonly alarms: Alarms;
  /** The problem of each job; null: none. */
  readonly jobs: Readonly<Record<string, string | null>>;
  /** Null while the database is not open yet. */
  readonly pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> | null;
};

/** Figures that every instance of a site sees alike. */
export type SiteState = Awaited<ReturnType<typeof readSiteState>>;

/**
 * Collects the metrics of this process and of the site. `process_…` and `nodejs_…` (memory, event loop, processor, garbage
 * collection) are prom-client's.
 */
export function createMetrics(sources: { process(): ProcessState; site(): Promise<SiteState> }) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: delayEvery });
  const requests = new Histogram({
    name: 'anyforge_http_request_duration_seconds',
    help: 'Duration of HTTP requests from the first header to the last byte, by route pattern.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const toolCalls = new Counter({
    name: 'anyforge_tool_calls_total',
    help: 'Calls of programs with a token, by tool and result.',
    labelNames: ['tool', 'result'],
    registers: [registry],
  });
  const events = new Counter({
    name: 'anyforge_security_events_total',
    help: 'Security events, by the names of docs/operations.md.',
    labelNames: ['event'],
    registers: [registry],
  });
  for (const event of Object.keys(securityEvents)) events.inc({ event }, 0);
  return {
    recordRequest(
      route: string,
      { method, status, ms }: Pick<LoggedRequest, 'method' | 'status' | 'ms'>,
    ): void {
      const counted = countedMethods.has(method) ? method : 'other';
      requests.observe({ route, method: counted, status: `${Math.floor(status / 100)}xx` }, ms / 1_000);
    },
    /** A call of a program, by its tool. */
    recordToolCall: (tool: string, isError: boolean) =>
      toolCalls.inc({ tool, result: isError ? 'error' : 'ok' }),
    recordSecurityEvent: (event: SecurityEventName) => events.inc({ event }),
    async text(): Promise<string> {
      const [counted, site, memory] = await Promise.all([registry.metrics(), sources.site(), memoryBytes()]);
      return [...stateMetrics(sources.process(), site, memory), counted].join('\n');
    },
  };
}

export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE;

/** @param memory in bytes; null where it is not known. Pure. */
function stateMetrics(
  { app, alarms, jobs, pool }: ProcessState,
  { database, disk }: SiteState,
  memory: number | null,
): string[] {
  const { hits, copies, renders, inMemory, kept } = app.pageCache;
  return [
    metric(
      'anyforge_page_cache_requests_total',
      'Requests for public pages: answered from memory (hit), by an earlier copy (copy), or rendered (render).',
      { result: { hit: hits, copy: copies, render: renders } },
    ),
    metric('anyforge_page_cache_pages', 'Pages that are kept, in memory and in the file beside it.', {
      place: { memory: inMemory, file: kept - inMemory },
    }),
    metric('anyforge_renders_refused_total', 'Requests answered 503 because too many waited for a place.', {
      queue: app.refused,
    }),
    metric(
      'anyforge_guard_alarm',
      'Whether a guard has found a problem (1) or not (0); /readyz says which.',
      {
        guard: hasProblem(alarms),
      },
    ),
    metric(
      'anyforge_job_late',
      'Whether a job has not come back, or not succeeded, for too long (1) or not (0).',
      { job: hasProblem(jobs) },
    ),
    pool &&
      metric('anyforge_database_connections', 'Open connections to the database.', {
        state: { idle: pool.idleCount, used: pool.totalCount - pool.idleCount },
      }),
    pool && metric('anyforge_database_waiting', 'Statements waiting for a connection.', pool.waitingCount),
    metric('anyforge_database_up', 'Whether the database answers (1) or not (0).', database ? 1 : 0),
    ...databaseMetrics(database),
    disk && metric('anyforge_disk_free_bytes', 'Room on the disk that holds DATA_DIR.', disk.freeBytes),
    disk && metric('anyforge_disk_size_bytes', 'Size of the disk that holds DATA_DIR.', disk.totalBytes),
    memory === null
      ? null
      : metric(
          'anyforge_memory_bytes',
          'Memory of this process and all that it started: what the machine would get back.',
          memory,
        ),
  ].filter((text) => typeof text === 'string');
}

/** 1 where there is a problem, else 0. */
function hasProblem(problems: Readonly<Record<string, string | null>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(problems).map(([name, problem]) => [name, problem === null ? 0 : 1]),
  );
}

/** Metrics of what the database knows; none while it does not answer. */
function databaseMetrics(database: SiteState['database']): string[] {
  if (!database) return [];
  const { outbox, backup } = database;
  // One from the future is as old as it is ahead.
  const oldest = outbox.oldest ? Math.abs(Date.now() - outbox.oldest.getTime()) / 1_000 : 0;
  return [
    metric(
      'anyforge_outbox_emails',
      'Emails not sent yet: waiting for their first attempt, failing (to be tried again), or given up.',
      {
        state: {
          waiting: outbox.waiting - outbox.failing,
          failing: outbox.failing,
          given_up: outbox.givenUp,
        },
      },
    ),
    metric(
      'anyforge_outbox_oldest_age_seconds',
      'Age of the oldest email that waits or fails; 0 when there is none.',
      oldest,
    ),
    ...(backup === null
      ? []
      : [
          metric(
            'anyforge_backup_last_success_timestamp_seconds',
            'When the newest backup was made.',
            moment(backup.succeededAt),
          ),
          metric(
            'anyforge_backup_last_verified_timestamp_seconds',
            'When a backup was last restored into a scratch place and compared.',
            moment(backup.verifiedAt),
          ),
        ]),
  ];
}

/** 0, the beginning of time, where it has not happened yet, so that alerts on its age fire. */
function moment(at: Date | null): number {
  return (at?.getTime() ?? 0) / 1_000;
}

/**
 * A metric in the text format that Prometheus reads; a counter where its name ends in `_total`.
 * @param value or values by the names of one label, from a fixed list, never anything that a visitor chooses
 */
function metric(
  name: string,
  help: string,
  value: number | Readonly<Record<string, Readonly<Record<string, number>>>>,
): string {
  const lines =
    typeof value === 'number'
      ? [`${name} ${value}`]
      : Object.entries(value).flatMap(([label, values]) =>
          Object.entries(values).map(([of, each]) => `${name}{${label}="${of}"} ${each}`),
        );
  const type = name.endsWith('_total') ? 'counter' : 'gauge';
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n');
}

/** Milliseconds; a scrape does not wait longer for the database. */
const databaseWithin = 2_000;

/** Asks database and disk; what does not answer in time is null. Never rejects. */
export async function readSiteState(options: {
  db: Database | null;
  hasBackups: boolean;
  diskSpace: () => Promise<DiskSpace | null>;
}) {
  const { db, hasBackups } = options;
  const [found, disk] = await Promise.all([
    db && orNull(Promise.all([measureOutbox(db), hasBackups ? readBackupStatus(db) : null])),
    orNull(options.diskSpace()),
  ]);
  return { database: found && { outbox: found[0], backup: found[1] }, disk };
}

async function orNull<Result>(work: Promise<Result>): Promise<Result | null> {
  return (await within(databaseWithin, work).catch(() => null)) ?? null;
}
