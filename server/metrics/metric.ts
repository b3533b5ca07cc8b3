/**
 * One metric with its present values.
 */
export interface Metric {
  /** Prometheus names: `anyforge_`, base units, `_total` for counters. */
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly values: readonly MetricValue[];
}

export interface MetricValue {
  readonly value: number;
  /** Values from fixed lists and route patterns only, never an address or anything else that a visitor chooses. */
  readonly labels: Readonly<Record<string, string | number>>;
  /** Of the parts of a histogram: with `_bucket`, `_sum` or `_count`. */
  readonly metricName?: string;
}

/** A gauge without labels. */
export function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: 'gauge', values: [{ value, labels: {} }] };
}

/** A metric with one label; a counter where its name ends in `_total`. */
export function byLabel(
  name: string,
  help: string,
  label: string,
  values: Readonly<Record<string, number>>,
): Metric {
  return {
    name,
    help,
    type: name.endsWith('_total') ? 'counter' : 'gauge',
    values: Object.entries(values).map(([of, value]) => ({ value, labels: { [label]: of } })),
  };
}

/** In the text format that Prometheus reads. */
export function metricText({ name, help, type, values }: Metric): string {
  const lines = values.map(({ value, labels, metricName = name }) => {
    const pairs = Object.entries(labels).map(([label, of]) => `${label}="${escaped(String(of))}"`);
    return `${metricName}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`;
  });
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n');
}

function escaped(text: string): string {
  return text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('"', String.raw`\"`);
}
