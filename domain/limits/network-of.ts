import { isIPv6 } from 'node:net';

/**
 * The key of one client: an IPv4 address, or the /64 of an IPv6 address, because one household or machine can use
 * every address of it.
 */
export function networkOf(address: string | null): string {
  if (address === null || !isIPv6(address)) return address ?? '';
  return `${firstGroups(address).join(':')}::`;
}

/** The first four of the eight groups, each in its shortest spelling, as `URL` has them. */
function firstGroups(address: string): string[] {
  const { hostname } = new URL(`http://[${address.split('%', 1)[0]}]`);
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail].slice(0, 4);
}
