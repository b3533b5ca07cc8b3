import { formatCount } from '#domain/analytics/format-count.ts';

/**
 * A count as cards and lists show it; an abbreviated one has the exact figure as its tooltip.
 * @param words what is counted, after it
 */
export function Count({ value, words }: { value: number; words?: string }) {
  const shown = formatCount(value);
  return (
    <>
      <span title={shown === String(value) ? undefined : value.toLocaleString('en-US')}>{shown}</span>
      {words !== undefined && ` ${words}`}
    </>
  );
}
