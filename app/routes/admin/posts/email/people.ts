/** `1 subscriber`, `1,200 subscribers`. */
export function people(n: number): string {
  return n === 1 ? '1 subscriber' : `${n.toLocaleString('en-US')} subscribers`;
}
