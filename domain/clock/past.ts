/** Clocks of two machines may differ so much, in milliseconds. */
const tolerance = 60_000;

/** A stored moment that says when something was done; one in the future, of a wrong clock, counts as never. Pure. */
export function pastOrNever(moment: Date | null, now: Date): Date | null {
  return moment !== null && moment.getTime() <= now.getTime() + tolerance ? moment : null;
}
