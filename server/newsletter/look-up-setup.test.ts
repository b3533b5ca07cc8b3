import { expect, test } from 'vitest';

import { createDnsLookup } from '#adapters/dns-records.ts';
import { startDnsServer } from '#tests/dns-server.ts';
import { lookUpDomain, lookUpSetup } from './look-up-setup.ts';

const config = {
  contactEmail: 'site@firm.test',
  bounces: { address: 'bounces@mx.firm.test', imapUrl: 'imaps://mx.firm.test' },
};

test('lookUpSetup finds the records, the name of the mail server and the page', async () => {
  const dns = await startDnsServer({
    'mx.firm.test': { txt: ['v=spf1 -all'] },
    '_dmarc.firm.test': { txt: ['v=DMARC1; p=none'] },
    'mail._domainkey.firm.test': { txt: ['v=DKIM1; p=abc'] },
    'k1._domainkey.firm.test': { txt: ['v=DKIM1; p='] },
    'smtp.firm.test': { a: ['93.184.216.5'] },
    '5.216.184.93.in-addr.arpa': { ptr: ['smtp.firm.test'] },
    'firm.test': { a: ['93.184.216.6'] },
  });
  try {
    const fetched: string[] = [];
    const facts = await lookUpSetup({
      config,
      origin: 'https://firm.test',
      smtpUrl: 'smtps://user:password@smtp.firm.test',
      dns: createDnsLookup(dns.address),
      fetchText: async (url) => {
        fetched.push(url);
        return '';
      },
    });
    expect(fetched).toEqual(['https://firm.test/newsletter/unsubscribe']);
    expect(facts).toMatchObject({
      senderDomain: 'firm.test',
      returnDomain: 'mx.firm.test',
      spf: ['v=spf1 -all'],
      dmarc: { at: '_dmarc.firm.test', records: ['v=DMARC1; p=none'] },
      dkim: ['mail'],
      reverseDns: { host: 'smtp.firm.test', state: 'set' },
      unsubscribePage: 'answers',
    });
  } finally {
    await dns.stop();
  }
});

test('what the DNS says above a domain counts for it, where it says nothing itself', async () => {
  const dns = await startDnsServer({ '_dmarc.firm.test': { txt: ['v=DMARC1; p=reject'] } });
  const policyOf = async (contactEmail: string) =>
    (await lookUpDomain({ contactEmail, bounces: null }, null, createDnsLookup(dns.address))).dmarc.at;
  try {
    expect(await policyOf('a@mail.eu.firm.test')).toBe('_dmarc.firm.test');
    expect(await policyOf('a@mail.other.test')).toBe('_dmarc.mail.other.test');
  } finally {
    await dns.stop();
  }
});

test('an address without a name that leads back, a private address and a page that fails are found', async () => {
  const dns = await startDnsServer({
    'smtp.firm.test': { a: ['93.184.216.5'] },
    '5.216.184.93.in-addr.arpa': { ptr: ['other.test'] },
    'firm.test': { a: ['10.0.0.1'] },
    'www.firm.test': { a: ['93.184.216.6'] },
  });
  const sources = {
    config,
    origin: 'https://firm.test',
    smtpUrl: 'smtp://smtp.firm.test',
    dns: createDnsLookup(dns.address),
    fetchText: async () => {
      throw new Error('ECONNREFUSED');
    },
  };
  try {
    expect(await lookUpSetup(sources)).toMatchObject({
      spf: [],
      dmarc: { at: '_dmarc.firm.test', records: [] },
      dkim: [],
      reverseDns: { state: 'missing' },
      unsubscribePage: 'local',
    });
    const local = { ...sources, origin: 'https://www.firm.test', smtpUrl: 'smtp://127.0.0.1:25' };
    expect(await lookUpSetup(local)).toMatchObject({
      reverseDns: { host: '127.0.0.1', state: 'local' },
      unsubscribePage: { failure: 'ECONNREFUSED' },
    });
  } finally {
    await dns.stop();
  }
});

test('a silent DNS server leaves everything unknown within seconds', async () => {
  const dns = await startDnsServer({}, { silent: true });
  const began = performance.now();
  try {
    const facts = await lookUpSetup({
      config,
      origin: 'https://firm.test',
      smtpUrl: 'smtp://smtp.firm.test',
      dns: createDnsLookup(dns.address),
    });
    expect(facts).toMatchObject({ spf: null, dkim: null, reverseDns: { state: 'unknown' } });
    expect(facts.unsubscribePage).toHaveProperty('failure');
    expect(performance.now() - began).toBeLessThan(15_000);
  } finally {
    await dns.stop();
  }
});
