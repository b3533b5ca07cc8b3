/**
 * One metric with its present values, in the form that prom-client sums over processes and writes as text. Plain data, so
 * that it can be sent to another process.
 */
export interface Metric {
  /** Prometheus names: `anyforge_`, base units, `_total` for counters. */
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** How the values of several processes become one: `max` for what all of them see alike. */
  readonly aggregator: 'sum' | 'max';
  readonly values: readonly MetricValue[];
}

export interface MetricValue {
  readonly value: number;
  /** Values from fixed lists and route patterns only, never an address or anything else that a visitor chooses. */
  readonly labels: Readonly<Record<string, string | number>>;
  /** Of the parts of a histogram: with `_bucket`, `_sum` or `_count`. */
  readonly metricName?: string;
}

/** A metric without labels. */
export function single(metric: Omit<Metric, 'values'>, value: number): Metric {
  return { ...metric, values: [{ value, labels: {} }] };
}

/** A metric with one label. */
export function byLabel(
  metric: Omit<Metric, 'values'>,
  label: string,
  values: Readonly<Record<string, number>>,
): Metric {
  return {
    ...metric,
    values: Object.entries(values).map(([name, value]) => ({ value, labels: { [label]: name } })),
  };
}
