import { isIPv6 } from 'node:net';

/**
 * What counts as one client: an IPv4 address, or the /64 of an IPv6 address, because one household or machine can use
 * every address of it.
 */
export function networkOf(address: string | null): string {
  if (address === null || !isIPv6(address)) return address ?? '';
  return `${firstGroups(address).join(':')}::`;
}

/** The first four of the eight groups, each in its shortest spelling. */
function firstGroups(address: string): string[] {
  const [front = '', back] = address.split('%', 1)[0]?.split('::', 2) ?? [];
  const head = groupsOf(front);
  const tail = back === undefined ? [] : groupsOf(back);
  const gap = back === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array.from({ length: gap }, () => '0'), ...tail];
  return groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
}

/** A dotted IPv4 tail stands for two groups. */
function groupsOf(text: string): string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
