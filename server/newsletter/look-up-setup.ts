import type { DnsLookup } from '#adapters/dns-records.ts';
import type { DomainFacts } from '#domain/newsletter/newsletter-setup.ts';
import type { Config } from '../settings/config.ts';
import type { SiteSettings } from '../settings/site-settings.ts';

/** Names that mail providers give to their DKIM keys; which one signs stands in the emails only. */
const usualSelectors =
  'default dkim mail email smtp key1 k1 k2 k3 s1 s2 sig1 selector1 selector2 google pm mandrill mxvault fm1 fm2 fm3 protonmail zoho zmail resend mailjet brevo mail1'.split(
    ' ',
  );

/** The records of the DNS about the domain that emails come from; each answer within some seconds. Never throws. */
export async function lookUpSetup(
  config: Pick<Config, 'bounces'> & Pick<SiteSettings, 'contactEmail'>,
  dns: DnsLookup,
): Promise<DomainFacts> {
  const senderDomain = domainOf(config.contactEmail);
  const returnDomain = domainOf(config.bounces?.address ?? config.contactEmail);
  const texts = (name: string) => dns.texts(name).catch(() => null);
  const [spf, dmarc, dkim] = await Promise.all([
    returnDomain === null ? null : texts(returnDomain),
    senderDomain === null ? { at: '', records: null } : findPolicy(texts, senderDomain),
    senderDomain === null ? null : findKeys(texts, senderDomain),
  ]);
  return { senderDomain, returnDomain, spf, dmarc, dkim };
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
