import { expect, test } from 'vitest';

import { createDnsLookup } from '#adapters/dns-records.ts';
import { startDnsServer } from '#tests/dns-server.ts';
import { lookUpSetup } from './look-up-setup.ts';

const newsletter = { smtpUrl: null, rate: 1, postalAddress: null, reason: null, dkimSelector: 'mail' };
const config = {
  contactEmail: 'site@firm.test',
  newsletter,
  bounces: { address: 'bounces@mx.firm.test', imapUrl: null },
};

test('lookUpSetup finds the records, the name of the mail server and the page', async () => {
  const dns = await startDnsServer({
    'mx.firm.test': { txt: ['v=spf1 -all'] },
    '_dmarc.firm.test': { txt: ['v=DMARC1; p=none'] },
    'mail._domainkey.firm.test': { txt: ['v=DKIM1; p=abc'] },
    'smtp.firm.test': { a: ['203.0.113.5'] },
    '5.113.0.203.in-addr.arpa': { ptr: ['smtp.firm.test'] },
    'firm.test': { a: ['203.0.113.6'] },
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
      records: [
        { name: 'SPF', at: 'mx.firm.test', state: 'set' },
        { name: 'DMARC', at: '_dmarc.firm.test', state: 'set' },
      ],
      dkim: { records: ['v=DKIM1; p=abc'] },
      reverseDns: { host: 'smtp.firm.test', state: 'set' },
      unsubscribePage: 'answers',
    });
  } finally {
    await dns.stop();
  }
});

test('an address without a name that leads back, a private address and a page that fails are found', async () => {
  const dns = await startDnsServer({
    'smtp.firm.test': { a: ['203.0.113.5'] },
    '5.113.0.203.in-addr.arpa': { ptr: ['other.test'] },
    'firm.test': { a: ['10.0.0.1'] },
    'www.firm.test': { a: ['203.0.113.6'] },
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
      records: [
        { name: 'SPF', state: 'missing' },
        { name: 'DMARC', state: 'missing' },
      ],
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
    expect(facts).toMatchObject({ dkim: { records: null }, reverseDns: { state: 'unknown' } });
    expect(facts.unsubscribePage).toHaveProperty('failure');
    expect(performance.now() - began).toBeLessThan(15_000);
  } finally {
    await dns.stop();
  }
});
