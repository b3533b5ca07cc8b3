import { percentile } from '../../bench/statistics.ts';
import type { Read } from './visitors.ts';

/** A message for each kind of answer to a reader that is none. */
export function failedPages(reads: readonly Read[]): string[] {
  const byStatus = Map.groupBy(
    reads.filter(({ status }) => status !== 200),
    ({ status }) => status,
  );
  return [...byStatus].map(([status, { length }]) =>
    status === 0
      ? `${length} of ${reads.length} pages had no answer.`
      : `${length} of ${reads.length} pages answered ${status}.`,
  );
}

/** How long pages took, for the table. */
export function pageTimes(reads: readonly Read[]): string {
  const times = reads.map(({ milliseconds }) => milliseconds);
  return `pages p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms`;
}
