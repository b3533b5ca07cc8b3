import { formatCount } from '#domain/analytics/format-count.ts';

/** A count as cards and lists show it; an abbreviated one has the exact figure as its tooltip. */
export function Count({ value }: { value: number }) {
  const shown = formatCount(value);
  return <span title={shown === String(value) ? undefined : value.toLocaleString('en-US')}>{shown}</span>;
}
