import { formatCount } from '#domain/analytics/format-count.ts';

/**
 * A count as cards and lists show it; an abbreviated one has the exact figure as its tooltip.
 * @param noun the counted thing, in its plural where the count is not 1
 */
export function Count({ value, words, noun }: { value: number; words?: string; noun?: string }) {
  const shown = formatCount(value);
  return (
    <>
      <span title={shown === String(value) ? undefined : value.toLocaleString('en-US')}>{shown}</span>
      {words !== undefined && ` ${words}`}
      {noun !== undefined && ` ${noun}${value === 1 ? '' : 's'}`}
    </>
  );
}
