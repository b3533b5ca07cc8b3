import { expect, test } from 'vitest';

import { classifySpam, type SpamSigns } from './classify-spam.ts';

const honest: SpamSigns = {
  honeypot: '',
  milliseconds: 30_000,
  text: 'We would like to talk. See https://firm.example and https://firm.example/plans.',
  sameTextBefore: 0,
};

test('an honest message is no spam, with script and without', () => {
  expect(classifySpam(honest)).toBeNull();
  expect(classifySpam({ ...honest, milliseconds: null })).toBeNull();
  expect(classifySpam({ ...honest, milliseconds: 2_000, sameTextBefore: 2 })).toBeNull();
  const own = { honeypot: 'firm.example', text: 'Could you look at our timetable with us?' };
  expect(classifySpam({ ...honest, ...own })).toBeNull();
});

test.each<[string, Partial<SpamSigns>]>([
  ['honeypot', { honeypot: 'https://buy.example' }],
  ['honeypot', { honeypot: 'x', text: '12345 67890 hi' }],
  ['too-fast', { milliseconds: 1_999 }],
  ['links', { text: 'http://a.example '.repeat(6) }],
  ['links', { text: '[url=x]y[/url]'.repeat(6) }],
  ['repetition', { sameTextBefore: 3 }],
])('%s', (reason, signs) => {
  expect(classifySpam({ ...honest, ...signs })).toBe(reason);
});
