import { expect, test } from 'vitest';

import { provenSetup, readyNewsletter } from '#tests/factories.ts';
import { checkNewsletterSetup, heldBy, type SetupFacts } from './newsletter-setup.ts';

function openChecks(facts: Partial<SetupFacts>, settings = readyNewsletter, isRestored = false) {
  return checkNewsletterSetup(settings, { ...provenSetup, ...facts }, isRestored)
    .filter(({ state }) => state !== 'ok')
    .map(({ id, state }) => `${id} ${state}`);
}

test('a proven set-up has no open check', () => {
  expect(openChecks({})).toEqual([]);
});

test('each missing part is named, with its repair', () => {
  const cases: [Partial<SetupFacts>, string][] = [
    [{ spf: ['v=spf10'] }, 'spf problem'],
    [{ spf: ['v=spf1 a', 'v=spf1 mx'] }, 'spf problem'],
    [{ spf: null }, 'spf unknown'],
    [{ dmarc: { at: '_dmarc.firm.test', records: [] } }, 'dmarc problem'],
    [{ dmarc: { at: '_dmarc.firm.test', records: null } }, 'dmarc unknown'],
    [{ dkim: null }, 'dkim unknown'],
    [{ dkim: [] }, 'dkim unknown'],
    [{ returnDomain: 'other.test' }, 'alignment problem'],
    [{ returnDomain: 'badfirm.test' }, 'alignment problem'],
    [{ reverseDns: { host: 'mail', state: 'missing' } }, 'reverse-dns problem'],
    [{ reverseDns: { host: 'mail', state: 'local' } }, 'reverse-dns unknown'],
    [{ origin: 'http://firm.test' }, 'one-click problem'],
    [{ unsubscribePage: 'local' }, 'unsubscribe-page problem'],
    [{ unsubscribePage: { failure: 'ECONNREFUSED' } }, 'unsubscribe-page problem'],
  ];
  for (const [facts, expected] of cases) expect(openChecks(facts)).toEqual([expected]);
  expect(openChecks({ returnDomain: 'bounces.firm.test' })).toEqual([]);
  expect(openChecks({}, { ...readyNewsletter, postalAddress: null })).toEqual(['settings problem']);
  const all = checkNewsletterSetup(readyNewsletter, { ...provenSetup, ...cases[0]?.[0] }, true);
  for (const { state, repair } of all) expect(repair === '').toBe(state === 'ok');
});

test('what was never looked up waits for what is missing first, and is no problem of its own', () => {
  expect(openChecks({ senderDomain: null })).toEqual([
    'settings problem',
    'spf waiting',
    'dmarc waiting',
    'dkim waiting',
    'alignment waiting',
  ]);
  expect(openChecks({ reverseDns: { host: '', state: 'none' } })).toEqual([
    'settings problem',
    'reverse-dns waiting',
  ]);
  expect(openChecks({ origin: 'http://localhost:3000', unsubscribePage: 'local' })).toEqual([
    'one-click problem',
    'unsubscribe-page waiting',
  ]);
});

test('the answer of a server is no part of what the owner reads', () => {
  const failing = { ...provenSetup, unsubscribePage: { failure: 'connect ECONNREFUSED 192.0.2.1:443' } };
  const found = checkNewsletterSetup(readyNewsletter, failing, false).find(({ details }) => details);
  expect(found?.details).toContain('ECONNREFUSED');
  expect(`${found?.finding} ${found?.repair}`).not.toContain('ECONNREFUSED');
});

test('what was accepted holds no more, except missing settings and a restore', () => {
  const facts = { ...provenSetup, returnDomain: 'other.test' };
  const checks = checkNewsletterSetup({ ...readyNewsletter, reason: null }, facts, true);
  const ids = (accepted: string[]) => heldBy(checks, accepted).map(({ id }) => id);
  expect(ids([])).toEqual(['settings', 'alignment', 'restored']);
  expect(ids(['settings', 'alignment', 'restored'])).toEqual(['settings', 'restored']);
});
