import { expect, test } from 'vitest';

import { createDnsLookup } from '#adapters/dns-records.ts';
import { startDnsServer } from '#tests/dns-server.ts';
import { lookUpSetup } from './look-up-setup.ts';

const config = {
  contactEmail: 'site@firm.test',
  bounces: { address: 'bounces@mx.firm.test', imapUrl: 'imaps://mx.firm.test' },
};

test('lookUpSetup finds the records of the domain that emails come from and return to', async () => {
  const dns = await startDnsServer({
    'mx.firm.test': { txt: ['v=spf1 -all'] },
    '_dmarc.firm.test': { txt: ['v=DMARC1; p=none'] },
    'mail._domainkey.firm.test': { txt: ['v=DKIM1; p=abc'] },
    'k1._domainkey.firm.test': { txt: ['v=DKIM1; p='] },
  });
  try {
    expect(await lookUpSetup(config, createDnsLookup(dns.address))).toEqual({
      senderDomain: 'firm.test',
      returnDomain: 'mx.firm.test',
      spf: ['v=spf1 -all'],
      dmarc: { at: '_dmarc.firm.test', records: ['v=DMARC1; p=none'] },
      dkim: ['mail'],
    });
  } finally {
    await dns.stop();
  }
});

test('what the DNS says above a domain counts for it, where it says nothing itself', async () => {
  const dns = await startDnsServer({ '_dmarc.firm.test': { txt: ['v=DMARC1; p=reject'] } });
  const policyOf = async (contactEmail: string) =>
    (await lookUpSetup({ contactEmail, bounces: null }, createDnsLookup(dns.address))).dmarc.at;
  try {
    expect(await policyOf('a@mail.eu.firm.test')).toBe('_dmarc.firm.test');
    expect(await policyOf('a@mail.other.test')).toBe('_dmarc.mail.other.test');
  } finally {
    await dns.stop();
  }
});

test('a silent DNS server leaves everything unknown within seconds', async () => {
  const dns = await startDnsServer({}, { silent: true });
  const began = performance.now();
  try {
    const facts = await lookUpSetup(config, createDnsLookup(dns.address));
    expect(facts).toMatchObject({ spf: null, dkim: null });
    expect(performance.now() - began).toBeLessThan(15_000);
  } finally {
    await dns.stop();
  }
});
