/** Below so many visitors a rate means nothing. */
export const minVisitorsForRate = 20;

/** Percent, with one decimal; null below 20 visitors. */
export function leadRate(leads: number, visitors: number): number | null {
  if (visitors < minVisitorsForRate) return null;
  // Without script a sender is no visitor, and a visitor may write twice.
  return Math.min(100, Math.round((leads / visitors) * 1000) / 10);
}
