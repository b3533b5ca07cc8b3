/** The value below which `share` of the samples lie (nearest rank). */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

/** What one measurement gave over several runs. */
export type Spread = { min: number; median: number; max: number };

export function spreadOf(runs: readonly number[]): Spread {
  return { min: Math.min(...runs), median: percentile(runs, 0.5), max: Math.max(...runs) };
}
