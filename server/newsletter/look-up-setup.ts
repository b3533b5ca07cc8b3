import { isIP } from 'node:net';

import { createDnsLookup, type DnsLookup } from '#adapters/dns-records.ts';
import { isPublicAddress } from '#adapters/fetch-image.ts';
import { fetchSmallText } from '#adapters/fetch-small-text.ts';
import type { DomainFacts, SetupFacts } from '#domain/newsletter/newsletter-setup.ts';
import type { Config } from '../config.ts';

export type SetupSources = {
  config: Pick<Config, 'contactEmail' | 'bounces'>;
  origin: string;
  /** Of the mail server for posts; null: there is none. */
  smtpUrl: string | null;
  dns?: DnsLookup;
  fetchText?: (url: string) => Promise<string>;
};

/** Names that mail providers give to their DKIM keys; which one signs stands in the emails only. */
const usualSelectors =
  'default dkim mail email smtp key1 k1 k2 k3 s1 s2 sig1 selector1 selector2 google pm mandrill mxvault fm1 fm2 fm3 protonmail zoho zmail resend mailjet brevo mail1'.split(
    ' ',
  );

/** Finds what the set-up of the newsletter depends on; each answer within some seconds. Never throws. */
export async function lookUpSetup(sources: SetupSources): Promise<SetupFacts> {
  const { origin, dns = createDnsLookup(), fetchText = fetchSmallText } = sources;
  const [domain, page] = await Promise.all([
    lookUpDomain(sources.config, sources.smtpUrl, dns),
    unsubscribePage(origin, dns, fetchText),
  ]);
  return { ...domain, origin, unsubscribePage: page };
}

/** What the DNS says about the domain that emails come from. Never throws. */
export async function lookUpDomain(
  config: SetupSources['config'],
  smtpUrl: string | null,
  dns: DnsLookup,
): Promise<DomainFacts> {
  const senderDomain = domainOf(config.contactEmail);
  const returnDomain = domainOf(config.bounces?.address ?? config.contactEmail);
  const texts = (name: string) => dns.texts(name).catch(() => null);
  const [spf, dmarc, dkim, reverse] = await Promise.all([
    returnDomain === null ? null : texts(returnDomain),
    senderDomain === null ? { at: '', records: null } : findPolicy(texts, senderDomain),
    senderDomain === null ? null : findKeys(texts, senderDomain),
    reverseDns(smtpUrl, dns),
  ]);
  return { senderDomain, returnDomain, spf, dmarc, dkim, reverseDns: reverse };
}

type TextLookup = (name: string) => Promise<string[] | null>;

/** The DMARC records that count for a domain: its own, else those of the nearest domain above it. */
async function findPolicy(texts: TextLookup, domain: string): Promise<DomainFacts['dmarc']> {
  const own = { at: `_dmarc.${domain}`, records: await texts(`_dmarc.${domain}`) };
  const above = domain.split('.').slice(1);
  if (own.records?.length !== 0 || above.length < 2) return own;
  const inherited = await findPolicy(texts, above.join('.'));
  return inherited.records?.length === 0 ? own : inherited;
}

/** The usual selectors with a key that was not withdrawn; null when there was no answer at all. */
async function findKeys(texts: TextLookup, domain: string): Promise<string[] | null> {
  const found = await Promise.all(
    usualSelectors.map((selector) => texts(`${selector}._domainkey.${domain}`)),
  );
  if (found.every((records) => records === null)) return null;
  return usualSelectors.filter((_, at) => found[at]?.some((record) => /(?:^|;)\s*p=\s*[^\s;]/.test(record)));
}

function domainOf(email: string | null): string | null {
  return email?.split('@').pop()?.toLowerCase() ?? null;
}

async function reverseDns(smtpUrl: string | null, dns: DnsLookup): Promise<SetupFacts['reverseDns']> {
  if (smtpUrl === null) return { host: '', state: 'none' };
  const host = hostOf(smtpUrl);
  try {
    const addresses = await addressesOf(host, dns);
    if (addresses.length === 0) return { host, state: host === 'localhost' ? 'local' : 'unknown' };
    if (!addresses.some(isPublicAddress)) return { host, state: 'local' };
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
    if (!addresses.some(isPublicAddress)) return 'local';
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
