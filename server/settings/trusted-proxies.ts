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
