import { collectDefaultMetrics, Registry } from 'prom-client';

import { securityEvents, type SecurityEventName } from '#domain/activity/security-events.ts';

import { memoryBytes } from './memory.ts';
import { gauge, metricText } from './metric.ts';
import { processMetrics, type ProcessState } from './process-metrics.ts';
import { createRequestDurations } from './request-durations.ts';
import { siteMetrics, type SiteState } from './site-metrics.ts';

/** How often the delay of the event loop is taken, in milliseconds: each time wakes an idle process. */
const delayEvery = 20;

const memoryHelp = 'Memory of this process and all that it started: what the machine would get back.';

export interface Metrics {
  /** @param route its pattern */
  recordRequest(route: string, request: { method: string; status: number; ms: number }): void;
  recordSecurityEvent(event: SecurityEventName): void;
  /** The text that Prometheus reads. */
  text(): Promise<string>;
}

/**
 * Collects the metrics of this process and of the site. `process_…` and `nodejs_…` (memory, event loop, processor, garbage
 * collection) are prom-client's.
 */
export function createMetrics(sources: {
  process(): Omit<ProcessState, 'securityEvents'>;
  site(): Promise<SiteState>;
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
    async text() {
      const [defaults, site, memory] = await Promise.all([registry.metrics(), sources.site(), memoryBytes()]);
      const own = [
        requests.metric(),
        ...processMetrics({ ...sources.process(), securityEvents: events }),
        ...siteMetrics(site, new Date()),
        ...(memory === null ? [] : [gauge('anyforge_memory_bytes', memoryHelp, memory)]),
      ];
      return [...own.map(metricText), defaults].join('\n');
    },
  };
}

export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE;
