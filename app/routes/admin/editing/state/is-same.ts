/** Whether two forms hold the same values, whatever their order. */
export function isSame<Values extends object>(one: Values, other: Values): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(values: object): [string, unknown][] {
  return Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
