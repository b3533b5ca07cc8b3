/** A gauge without labels, in the text format that Prometheus reads. */
export function gauge(name: string, help: string, value: number): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}`;
}

/**
 * A metric with one label; a counter where its name ends in `_total`.
 * @param values by names from a fixed list, never an address or anything else that a visitor chooses
 */
export function byLabel(
  name: string,
  help: string,
  label: string,
  values: Readonly<Record<string, number>>,
): string {
  const type = name.endsWith('_total') ? 'counter' : 'gauge';
  const lines = Object.entries(values).map(([of, value]) => `${name}{${label}="${of}"} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n');
}
