import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

import { securityEvents, type SecurityEventName } from '#domain/activity/security-events.ts';

import { memoryBytes } from './memory.ts';
import { gauge } from './metric.ts';
import { processMetrics, type ProcessState } from './process-metrics.ts';
import { siteMetrics, type SiteState } from './site-metrics.ts';

/** How often the delay of the event loop is taken, in milliseconds: each time wakes an idle process. */
const delayEvery = 20;

/** A client may send any method. */
const countedMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

const memoryHelp = 'Memory of this process and all that it started: what the machine would get back.';

export interface Metrics {
  /** @param route its pattern */
  recordRequest(route: string, request: { method: string; status: number; ms: number }): void;
  recordSecurityEvent(event: SecurityEventName): void;
  /** A call of a program, by its tool. */
  recordToolCall(tool: string, isError: boolean): void;
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
  const events: Record<string, number> = Object.fromEntries(
    Object.keys(securityEvents).map((name) => [name, 0]),
  );
  return {
    recordRequest(route, { method, status, ms }) {
      const counted = countedMethods.has(method) ? method : 'other';
      requests.observe({ route, method: counted, status: `${Math.floor(status / 100)}xx` }, ms / 1_000);
    },
    recordToolCall: (tool, isError) => toolCalls.inc({ tool, result: isError ? 'error' : 'ok' }),
    recordSecurityEvent: (event) => void (events[event] = (events[event] ?? 0) + 1),
    async text() {
      const [defaults, site, memory] = await Promise.all([registry.metrics(), sources.site(), memoryBytes()]);
      const own = [
        ...processMetrics({ ...sources.process(), securityEvents: events }),
        ...siteMetrics(site, new Date()),
        ...(memory === null ? [] : [gauge('anyforge_memory_bytes', memoryHelp, memory)]),
      ];
      return [...own, defaults].join('\n');
    },
  };
}

export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE;
