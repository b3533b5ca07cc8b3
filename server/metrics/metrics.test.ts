import { expect, test } from 'vitest';

import { createMetrics, type ProcessState, type SiteState } from './metrics.ts';

const state: ProcessState = {
  app: {
    pageCache: { hits: 6, copies: 7, renders: 8, inMemory: 9, kept: 10 },
    refused: { pages: 0, public: 3, reserved: 0 },
  },
  alarms: {
    backups: 'the last backup failed',
    cdn: null,
    clock: null,
    disk: null,
    email: null,
    images: null,
    jobs: null,
  },
  jobs: { backups: 'Backup has not come back for 120 minutes.' },
  pool: { totalCount: 5, idleCount: 2, waitingCount: 1 },
};
const site: SiteState = {
  database: {
    outbox: { waiting: 3, failing: 1, oldest: new Date(Date.now() - 60_000), givenUp: 2 },
    backup: {
      attemptedAt: null,
      succeededAt: new Date('2026-11-22T03:30:00Z'),
      file: '',
      failure: null,
      verifiedAt: null,
      verifySeconds: 0,
      verifyFailure: 'no',
    },
  },
  disk: { freeBytes: 100, totalBytes: 1_000 },
};

const collect = () => createMetrics({ process: () => state, site: async () => site });

test('the metrics of one process are written with their labels', async () => {
  const metrics = collect();
  metrics.recordRequest('/blog/:slug', { method: 'GET', status: 200, ms: 12 });
  metrics.recordSecurityEvent('sign-in-failed');
  const text = await metrics.text();
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'anyforge_http_request_duration_seconds_bucket{le="0.01",route="/blog/:slug",method="GET",status="2xx"} 0',
      'anyforge_http_request_duration_seconds_bucket{le="0.025",route="/blog/:slug",method="GET",status="2xx"} 1',
      'anyforge_http_request_duration_seconds_count{route="/blog/:slug",method="GET",status="2xx"} 1',
      'anyforge_page_cache_requests_total{result="copy"} 7',
      'anyforge_renders_refused_total{queue="public"} 3',
      'anyforge_database_connections{state="used"} 3',
      'anyforge_database_waiting 1',
      'anyforge_security_events_total{event="sign-in-failed"} 1',
      'anyforge_security_events_total{event="sign-in"} 0',
      'anyforge_outbox_emails{state="waiting"} 2',
      'anyforge_outbox_emails{state="given_up"} 2',
      'anyforge_backup_last_success_timestamp_seconds 1795318200',
      'anyforge_backup_last_verified_timestamp_seconds 0',
      'anyforge_disk_free_bytes 100',
    ]),
  );
  expect(text).toMatch(/^anyforge_outbox_oldest_age_seconds 6\d(\.\d+)?$/m);
});

test('methods that a client chooses do not make new series', async () => {
  const metrics = collect();
  for (let n = 0; n < 1_000; n += 1)
    metrics.recordRequest('/', { method: `METHOD${n}`, status: 100 + (n % 500), ms: 1 });
  const methods = (await metrics.text()).matchAll(/method="(\w+)"/g);
  expect(new Set(Array.from(methods, ([, method]) => method))).toEqual(new Set(['other']));
});
