import { isIP } from 'node:net';

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
