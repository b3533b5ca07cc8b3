import { lookup as lookUp } from 'node:dns';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

import { invalid } from '#domain/core/errors.ts';

/** Address ranges that hold no public site (IANA's special-purpose registries of IPv4 and IPv6). */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  // Ranges of documentation, and those that stand for an IPv4 address.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(network, prefix, isIP(network) === 6 ? 'ipv6' : 'ipv4');
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string): boolean {
  return isIP(address) === 6
    ? publicIpv6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
    : !notPublic.check(address);
}

const notThere = 'Its address is not on the public web.';

/** Decides which addresses may be connected to, and looks up names; tests bring their own. */
export type WebGuard = { isAllowed?: (address: string) => boolean; lookUp?: typeof lookUp };

/**
 * Sends a request to a public address only: a name is looked up once, and one of the addresses that were checked is
 * connected to. Redirects are not followed.
 * @throws invalid for an address that is not public
 */
export function requestPublic(
  url: URL,
  { body, ...options }: Pick<RequestOptions, 'method' | 'headers' | 'signal'> & { body?: string },
  { isAllowed = isPublicAddress, lookUp: find = lookUp }: WebGuard = {},
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // No name is looked up for an address that is written in figures.
  if (isIP(host) !== 0 && !isAllowed(host)) throw invalid(notThere);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const lookup = onlyAllowed(isAllowed, find);
  return new Promise((resolve, reject) => {
    request(url, { ...options, lookup, agent: false }, resolve)
      .on('error', reject)
      .end(body);
  });
}

/** Every address of a name must be allowed; the one that is connected to is among those that were checked. */
function onlyAllowed(isAllowed: (address: string) => boolean, find: typeof lookUp): LookupFunction {
  return (hostname, { all }, done) => {
    find(hostname, { all: true }, (error, found) => {
      const [one] = found ?? [];
      if (error) done(error, []);
      else if (one === undefined || !found.every(({ address }) => isAllowed(address)))
        done(invalid(notThere), []);
      else if (all) done(null, found);
      else done(null, one.address, one.family);
    });
  };
}
