import { expect, test } from 'vitest';

import { lowestRate, nextRate, startRate, type SendRate } from './send-rate.ts';

const highest = 500;
const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1_000);
const accepted = (rate: SendRate, emails: number, most = highest) =>
  nextRate(rate, { accepted: emails, slowed: false }, most, at(0));
const slowed = (rate: SendRate, seconds: number) =>
  nextRate(rate, { accepted: 0, slowed: true }, highest, at(seconds));

test('a sending starts low and never above the setting', () => {
  expect(startRate(highest).rate).toBe(2);
  expect(startRate(1).rate).toBe(1);
});

test('accepted emails speed it up to the setting and no further', () => {
  let rate = startRate(highest);
  let emails = 0;
  let seconds = 0;
  while (rate.rate < highest) {
    seconds += 10 / rate.rate;
    rate = accepted(rate, 10);
    emails += 10;
  }
  expect(rate.rate).toBe(highest);
  expect(emails).toBeLessThan(400);
  expect(seconds).toBeLessThan(40);
  expect(accepted(rate, 10_000).rate).toBe(highest);
});

test('a server that asks for less halves it, once for all emails under way', () => {
  const fast = { rate: 100, limit: highest, slowedAt: null };
  const cut = slowed(fast, 0);
  expect(cut).toEqual({ rate: 50, limit: 50, slowedAt: at(0) });
  expect(slowed(cut, 2).rate).toBe(50);
  expect(slowed(cut, 6).rate).toBe(25);
});

test('above the rate at which the server asked for less it grows slowly', () => {
  const cut = slowed({ rate: 100, limit: highest, slowedAt: null }, 0);
  const later = accepted(cut, 100);
  expect(later.rate).toBeGreaterThan(50);
  expect(later.rate).toBeLessThan(60);
});

test('it never stops for good, and a lower setting counts at once', () => {
  let rate = startRate(highest);
  for (let cuts = 0; cuts < 50; cuts += 1) rate = slowed(rate, cuts * 10);
  expect(rate.rate).toBe(lowestRate);
  expect(accepted({ rate: 400, limit: 500, slowedAt: null }, 0, 10).rate).toBe(10);
});
