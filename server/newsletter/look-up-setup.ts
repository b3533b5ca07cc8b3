import { BlockList, isIP, isIPv6 } from 'node:net';

import { createDnsLookup, type DnsLookup } from '#adapters/dns-records.ts';
import { fetchSmallText } from '#adapters/fetch-small-text.ts';
import { lookUpRecords } from '#domain/email/check-delivery.ts';
import type { SetupFacts } from '#domain/newsletter/newsletter-setup.ts';
import type { Config } from '../config.ts';

export type SetupSources = {
  config: Pick<Config, 'contactEmail' | 'newsletter' | 'bounces'>;
  origin: string;
  /** Of the mail server for posts; null: there is none. */
  smtpUrl: string | null;
  dns?: DnsLookup;
  fetchText?: (url: string) => Promise<string>;
};

/** Looks up what the set-up of the newsletter depends on; each answer within some seconds. Never throws. */
export async function lookUpSetup(sources: SetupSources): Promise<SetupFacts> {
  const { config, origin, smtpUrl, dns = createDnsLookup(), fetchText = fetchSmallText } = sources;
  const senderDomain = domainOf(config.contactEmail);
  const returnDomain = domainOf(config.bounces?.address ?? config.contactEmail);
  const selector = config.newsletter.dkimSelector;
  const [ofReturn, ofSender, key, reverse, page] = await Promise.all([
    returnDomain === null ? [] : lookUpRecords(returnDomain, dns.texts),
    senderDomain === null ? [] : lookUpRecords(senderDomain, dns.texts),
    selector === null || senderDomain === null
      ? null
      : dns.texts(`${selector}._domainkey.${senderDomain}`).catch(() => null),
    reverseDns(smtpUrl, dns),
    unsubscribePage(origin, dns, fetchText),
  ]);
  const records = [
    ...ofReturn.filter(({ name }) => name === 'SPF'),
    ...ofSender.filter(({ name }) => name === 'DMARC'),
  ];
  return {
    origin,
    senderDomain,
    returnDomain,
    records,
    dkim: { selector, records: key },
    reverseDns: reverse,
    unsubscribePage: page,
  };
}

function domainOf(email: string | null): string | null {
  return email?.split('@').pop()?.toLowerCase() ?? null;
}

async function reverseDns(smtpUrl: string | null, dns: DnsLookup): Promise<SetupFacts['reverseDns']> {
  if (smtpUrl === null) return { host: '', state: 'unknown' };
  const host = hostOf(smtpUrl);
  try {
    const addresses = await addressesOf(host, dns);
    if (addresses.length === 0) return { host, state: host === 'localhost' ? 'local' : 'unknown' };
    if (addresses.every(isPrivate)) return { host, state: 'local' };
    const leadBack = await Promise.all(addresses.map((address) => hasName(address, dns)));
    return { host, state: leadBack.every(Boolean) ? 'set' : 'missing' };
  } catch {
    return { host, state: 'unknown' };
  }
}

async function hasName(address: string, dns: DnsLookup): Promise<boolean> {
  const names = await dns.names(address);
  const found = await Promise.all(
    names.slice(0, 5).map((name) => dns.addresses(name).catch((): string[] => [])),
  );
  return found.some((addresses) => addresses.includes(address));
}

async function unsubscribePage(
  origin: string,
  dns: DnsLookup,
  fetchText: (url: string) => Promise<string>,
): Promise<SetupFacts['unsubscribePage']> {
  const host = hostOf(origin);
  try {
    const addresses = await addressesOf(host, dns);
    if (addresses.length === 0 && host !== 'localhost')
      return { failure: `${host} has no address in the DNS.` };
    if (addresses.every(isPrivate)) return 'local';
    await fetchText(`${origin}/newsletter/unsubscribe`);
    return 'answers';
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}

async function addressesOf(host: string, dns: DnsLookup): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  return host === 'localhost' ? [] : dns.addresses(host);
}

function isPrivate(address: string): boolean {
  return privateNetworks().check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

function privateNetworks(): BlockList {
  const list = new BlockList();
  list.addSubnet('0.0.0.0', 8);
  list.addSubnet('10.0.0.0', 8);
  list.addSubnet('100.64.0.0', 10);
  list.addSubnet('127.0.0.0', 8);
  list.addSubnet('169.254.0.0', 16);
  list.addSubnet('172.16.0.0', 12);
  list.addSubnet('192.168.0.0', 16);
  list.addAddress('::1', 'ipv6');
  list.addSubnet('fc00::', 7, 'ipv6');
  list.addSubnet('fe80::', 10, 'ipv6');
  return list;
}
