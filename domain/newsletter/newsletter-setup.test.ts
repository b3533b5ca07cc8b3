import { expect, test } from 'vitest';

import { provenSetup, readyNewsletter } from '#tests/factories.ts';
import { checkNewsletterSetup, heldBy, type DomainFacts } from './newsletter-setup.ts';

type Facts = Partial<DomainFacts> & { origin?: string };

function checksOf(
  { origin = 'https://firm.test', ...facts }: Facts,
  settings = readyNewsletter,
  isRestored = false,
) {
  return checkNewsletterSetup(settings, { origin, facts: { ...provenSetup, ...facts } }, isRestored);
}

const openChecks = (...given: Parameters<typeof checksOf>) =>
  checksOf(...given)
    .filter(({ state }) => state !== 'ok')
    .map(({ id, state }) => `${id} ${state}`);

test('a proven set-up has no open check', () => {
  expect(openChecks({})).toEqual([]);
});

test('each missing part is named, with its repair', () => {
  const cases: [Facts, string][] = [
    [{ spf: ['v=spf10'] }, 'spf problem'],
    [{ spf: ['v=spf1 a', 'v=spf1 mx'] }, 'spf problem'],
    [{ spf: null }, 'spf unknown'],
    [{ dmarc: { at: '_dmarc.firm.test', records: [] } }, 'dmarc problem'],
    [{ dmarc: { at: '_dmarc.firm.test', records: null } }, 'dmarc unknown'],
    [{ dkim: null }, 'dkim unknown'],
    [{ dkim: [] }, 'dkim unknown'],
    [{ returnDomain: 'other.test' }, 'alignment problem'],
    [{ returnDomain: 'badfirm.test' }, 'alignment problem'],
    [{ origin: 'http://firm.test' }, 'one-click problem'],
  ];
  for (const [facts, expected] of cases) expect(openChecks(facts)).toEqual([expected]);
  expect(openChecks({ returnDomain: 'bounces.firm.test' })).toEqual([]);
  expect(openChecks({}, { ...readyNewsletter, postalAddress: null })).toEqual(['settings problem']);
  for (const { state, repair } of checksOf(cases[0]?.[0] ?? {}, readyNewsletter, true))
    expect(repair === '').toBe(state === 'ok');
});

test('what was never looked up waits for what is missing first, and is no problem of its own', () => {
  expect(openChecks({ senderDomain: null })).toEqual([
    'settings problem',
    'spf waiting',
    'dmarc waiting',
    'dkim waiting',
    'alignment waiting',
  ]);
  expect(openChecks({}, { ...readyNewsletter, hasServer: false })).toEqual(['settings problem']);
});

test('what was accepted holds no more, except missing settings and a restore', () => {
  const checks = checksOf({ returnDomain: 'other.test' }, { ...readyNewsletter, reason: null }, true);
  const ids = (accepted: string[]) => heldBy(checks, accepted).map(({ id }) => id);
  expect(ids([])).toEqual(['settings', 'alignment', 'restored']);
  expect(ids(['settings', 'alignment', 'restored'])).toEqual(['settings', 'restored']);
});
