import { lookup as lookUp } from 'node:dns';
import { createWriteStream } from 'node:fs';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { pipeline } from 'node:stream/promises';

import { invalid, isDomainError } from '#domain/errors.ts';
import { imageLimits, tooLargeMessage } from '#domain/images/image-limits.ts';
import { parseUrl } from '#domain/fields/parse-url.ts';

const maxRedirects = 5;
const withinMilliseconds = 30_000;

/** Address ranges that hold no image of a public site (IANA's special-purpose registries of IPv4 and IPv6). */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12], ['192.0.0.0', 24],
  ['192.0.2.0', 24], ['192.88.99.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15], ['198.51.100.0', 24], ['203.0.113.0', 24], ['224.0.0.0', 3],
] as const) notPublic.addSubnet(network, prefix, 'ipv4'); // prettier-ignore
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');
// Ranges of documentation, and those that stand for an IPv4 address.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv6');

export function isPublicAddress(address: string): boolean {
  return isIP(address) === 6
    ? publicIpv6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
    : !notPublic.check(address);
}

/**
 * Fetches an image of the web into a file: by `http` or `https`, from a public address only, which is looked up once for
 * each redirect and then connected to.
 * @throws invalid with the reason
 */
export function createImageFetcher(isAllowed: (address: string) => boolean = isPublicAddress) {
  return async function fetchImage(address: string, into: string): Promise<void> {
    const signal = AbortSignal.timeout(withinMilliseconds);
    try {
      const answer = await follow(address, isAllowed, signal);
      await pipeline(
        answer,
        atMost(imageLimits.bytes),
        createWriteStream(into, { flags: 'wx', mode: 0o600 }),
        { signal },
      );
    } catch (error) {
      if (isDomainError(error)) throw error;
      throw invalid(signal.aborted ? 'It took too long to fetch.' : 'It could not be fetched.');
    }
  };
}

async function follow(
  first: string,
  isAllowed: (address: string) => boolean,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  let address = first;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const url = parseUrl(address);
    if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
      throw invalid('Its address is not a web address.');
    const answer = await ask(url, isAllowed, signal);
    const { statusCode = 0, headers } = answer;
    if (statusCode === 200) {
      if (Number(headers['content-length'] ?? 0) <= imageLimits.bytes) return answer;
      answer.destroy();
      throw invalid(tooLargeMessage);
    }
    answer.destroy();
    const next = statusCode >= 300 && statusCode < 400 ? parseUrl(headers.location ?? '', url) : null;
    if (next === null) throw invalid(`The old site answered with ${statusCode}.`);
    address = next.href;
  }
  throw invalid('The old site redirects too often.');
}

function ask(
  url: URL,
  isAllowed: (address: string) => boolean,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // No name is looked up for an address that is written in figures.
  if (isIP(host) !== 0 && !isAllowed(host)) throw invalid(notThere);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const options = { lookup: onlyAllowed(isAllowed), signal, agent: false, headers: { Accept: 'image/*' } };
    request(url, options, resolve).on('error', reject).end();
  });
}

const notThere = 'Its address is not on the public web.';

/** Every address of a name must be allowed; the one that is connected to is among those that were checked. */
function onlyAllowed(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, { all }, done) => {
    lookUp(hostname, { all: true }, (error, found) => {
      const [one] = found ?? [];
      if (error) done(error, []);
      else if (one === undefined || !found.every(({ address }) => isAllowed(address)))
        done(invalid(notThere), []);
      else if (all) done(null, found);
      else done(null, one.address, one.family);
    });
  };
}

function atMost(bytes: number) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let passed = 0;
    for await (const part of source) {
      passed += part.length;
      if (passed > bytes) throw invalid(tooLargeMessage);
      yield part;
    }
  };
}
