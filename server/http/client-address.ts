import { BlockList, isIP } from 'node:net';

/**
 * Which peers may say whom they speak for.
 *
 * @param entries addresses (`10.0.0.7`, `::1`) and networks (`10.0.0.0/8`, `fd00::/8`)
 * @throws {RangeError} for an entry that is neither, with a message naming it
 */
export function createTrustedProxies(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix, ...rest] = entry.split('/');
    const version = isIP(address);
    const bits = Number(prefix);
    const isPrefix = prefix === undefined || (/^\d+$/.test(prefix) && bits <= (version === 4 ? 32 : 128));
    if (version === 0 || !isPrefix || rest.length > 0) {
      throw new RangeError(`"${entry}" is neither an address nor a network such as 10.0.0.0/8.`);
    }
    const family = version === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, bits, family);
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
  };
}

/**
 * Whose request it is: the peer itself, or, when the peer is a trusted proxy, the right-most address in
 * `X-Forwarded-For` that is not one. Whatever stands further left was written by the client.
 */
export function clientAddress(
  peerAddress: string | undefined,
  forwardedFor: string | undefined,
  isTrustedProxy: (address: string) => boolean,
): string {
  let address = plainAddress(peerAddress ?? '') ?? '';
  const hops = forwardedFor === undefined ? [] : forwardedFor.split(',');
  while (isTrustedProxy(address)) {
    const next = plainAddress(hops.pop()?.trim() ?? '');
    if (next === undefined) break;
    address = next;
  }
  return address;
}

/** Without port, brackets, zone and the IPv4-in-IPv6 wrapping; undefined when it is no address at all. */
function plainAddress(text: string): string | undefined {
  const withoutPort = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const withoutZone = withoutPort.split('%')[0] ?? '';
  const unwrapped = /^::ffff:([\d.]+)$/i.exec(withoutZone)?.[1] ?? withoutZone;
  return isIP(unwrapped) === 0 ? undefined : unwrapped.toLowerCase();
}
