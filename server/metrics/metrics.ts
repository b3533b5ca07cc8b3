import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';

import { securityEvents, type SecurityEventName } from '#domain/activity/security-events.ts';

import { processMetrics, type ProcessState } from './process-metrics.ts';
import { createRequestDurations } from './request-durations.ts';
import { siteMetrics, type SiteState } from './site-metrics.ts';

/** How often the delay of the event loop is taken, in milliseconds: each time wakes an idle process. */
const delayEvery = 20;

/** The present values of one process: plain data, which another process can sum with its own. */
export type MetricSnapshot = readonly object[];

export interface Metrics {
  /** @param route its pattern */
  recordRequest(route: string, request: { method: string; status: number; ms: number }): void;
  recordSecurityEvent(event: SecurityEventName): void;
  snapshot(): Promise<MetricSnapshot>;
}

/**
 * Collects the metrics of this process. `process_…` and `nodejs_…` (memory, event loop, processor, garbage collection) are
 * prom-client's.
 */
export function createMetrics(sources: {
  process(): Omit<ProcessState, 'securityEvents'>;
  /** Unset where another process tells it. */
  site?(): Promise<SiteState>;
}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: delayEvery });
  const requests = createRequestDurations();
  const events: Record<string, number> = Object.fromEntries(
    Object.keys(securityEvents).map((name) => [name, 0]),
  );
  return {
    recordRequest: (route, { method, status, ms }) => requests.record(route, method, status, ms),
    recordSecurityEvent: (event) => void (events[event] = (events[event] ?? 0) + 1),
    async snapshot() {
      const [defaults, site] = await Promise.all([registry.getMetricsAsJSON(), sources.site?.()]);
      return [
        requests.metric(),
        ...processMetrics({ ...sources.process(), securityEvents: events }),
        ...(site === undefined ? [] : siteMetrics(site, new Date())),
        ...defaults.map(withAggregator),
      ];
    },
  };
}

/** prom-client leaves the start time out of sums; of several processes the oldest counts. */
function withAggregator<T extends { name: string }>(metric: T): T {
  return metric.name === 'process_start_time_seconds' ? { ...metric, aggregator: 'min' } : metric;
}

export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE;

/** The text that Prometheus reads, of one or several processes together. */
export function metricsText(snapshots: readonly MetricSnapshot[]): Promise<string> {
  return AggregatorRegistry.aggregate(snapshots.map((snapshot) => [...snapshot])).metrics();
}

/** What was counted by processes that have ended, so that no sum ever gets smaller. */
export function countersOf(snapshots: readonly MetricSnapshot[]): Promise<MetricSnapshot> {
  const counters = snapshots.map((snapshot) => snapshot.filter(isCounter));
  return AggregatorRegistry.aggregate(counters).getMetricsAsJSON();
}

function isCounter(metric: object): boolean {
  return 'type' in metric && (metric.type === 'counter' || metric.type === 'histogram');
}
