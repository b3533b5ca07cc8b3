import { describe, expect, test } from 'vitest';

import {
  dayInZone,
  formatLongDate,
  formatLongDateTime,
  instantFromLocal,
  localFromInstant,
} from './dates.ts';

const zones = [
  'UTC',
  'America/Toronto',
  'Europe/Berlin',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kathmandu',
];

describe('formatLongDate', () => {
  test.each([
    ['2026-11-20', 'November 20, 2026'],
    ['2028-02-29', 'February 29, 2028'],
    ['2026-01-01', 'January 1, 2026'],
    ['0987-06-05', 'June 5, 987'],
  ])('%s is %s', (day, words) => {
    expect(formatLongDate(day)).toBe(words);
  });

  test.each(['2026-02-29', '2026-13-01', '20 November', '', '2026-1-1', '2026-11-20T10:00'])(
    '%j is no day',
    (day) => {
      expect(() => formatLongDate(day)).toThrow(RangeError);
    },
  );

  test('does not depend on the zone of the process', () => {
    const before = process.env['TZ'];
    try {
      for (const zone of zones) {
        process.env['TZ'] = zone;
        expect(formatLongDate('2026-11-20')).toBe('November 20, 2026');
      }
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });
});

describe('an instant in a zone', () => {
  test('is the day that its calendars show', () => {
    const instant = new Date('2026-11-20T23:30:00Z');
    expect(dayInZone(instant, 'UTC')).toBe('2026-11-20');
    expect(dayInZone(instant, 'America/Toronto')).toBe('2026-11-20');
    expect(dayInZone(instant, 'Europe/Berlin')).toBe('2026-11-21');
    expect(dayInZone(instant, 'Pacific/Kiritimati')).toBe('2026-11-21');
    expect(dayInZone(instant, 'Pacific/Pago_Pago')).toBe('2026-11-20');
  });

  test('is said with date and time', () => {
    const said = (iso: string, zone: string) => formatLongDateTime(new Date(iso), zone);
    expect(said('2026-11-20T14:05:00Z', 'UTC')).toBe('November 20, 2026 at 2:05 PM');
    expect(said('2026-11-20T14:05:59.999Z', 'America/Toronto')).toBe('November 20, 2026 at 9:05 AM');
    expect(said('2026-11-20T00:00:00Z', 'UTC')).toBe('November 20, 2026 at 12:00 AM');
    expect(said('2026-11-20T12:00:00Z', 'UTC')).toBe('November 20, 2026 at 12:00 PM');
  });
});

describe('instantFromLocal', () => {
  test.each([
    ['2026-11-20', '14:05', 'UTC', '2026-11-20T14:05Z'],
    ['2026-11-20', '14:05', 'America/Toronto', '2026-11-20T19:05Z'],
    ['2026-07-20', '14:05', 'America/Toronto', '2026-07-20T18:05Z'],
    ['2026-11-20', '00:00', 'Pacific/Kiritimati', '2026-11-19T10:00Z'],
    ['2028-02-29', '23:59', 'Europe/Berlin', '2028-02-29T22:59Z'],
    // the hour before, in and after each change of clocks
    ['2026-03-08', '01:59', 'America/Toronto', '2026-03-08T06:59Z'],
    ['2026-03-08', '03:00', 'America/Toronto', '2026-03-08T07:00Z'],
    ['2026-03-29', '01:59', 'Europe/Berlin', '2026-03-29T00:59Z'],
    ['2026-03-29', '03:00', 'Europe/Berlin', '2026-03-29T01:00Z'],
    ['2026-11-01', '00:59', 'America/Toronto', '2026-11-01T04:59Z'],
    ['2026-11-01', '02:00', 'America/Toronto', '2026-11-01T07:00Z'],
  ])('%s %s in %s', (day, time, zone, instant) => {
    expect(instantFromLocal(day, time, zone)).toEqual(new Date(instant));
  });

  test('a time that the clocks skip moves forward by as much', () => {
    const skipped = instantFromLocal('2026-03-08', '02:30', 'America/Toronto');
    expect(localFromInstant(skipped, 'America/Toronto')).toEqual({ day: '2026-03-08', time: '03:30' });
    const berlin = instantFromLocal('2026-03-29', '02:00', 'Europe/Berlin');
    expect(localFromInstant(berlin, 'Europe/Berlin')).toEqual({ day: '2026-03-29', time: '03:00' });
    const day = instantFromLocal('2011-12-30', '12:00', 'Pacific/Apia');
    expect(localFromInstant(day, 'Pacific/Apia')).toEqual({ day: '2011-12-31', time: '12:00' });
  });

  test('of a time that the clocks show twice, the first is meant', () => {
    expect(instantFromLocal('2026-11-01', '01:30', 'America/Toronto')).toEqual(new Date('2026-11-01T05:30Z'));
    expect(instantFromLocal('2026-10-25', '02:30', 'Europe/Berlin')).toEqual(new Date('2026-10-25T00:30Z'));
  });

  test.each([
    ['2026-02-30', '10:00'],
    ['2026-02-03', '24:00'],
    ['2026-02-03', '10:60'],
    ['2026-02-03', ''],
  ])('%s %s is refused', (day, time) => {
    expect(() => instantFromLocal(day, time, 'UTC')).toThrow(RangeError);
  });

  test('comes back from hours of two years, in every zone', () => {
    for (const zone of zones) {
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2028, 0, 1); at += 31 * 60 * 60 * 1000) {
        const local = localFromInstant(new Date(at), zone);
        const back = instantFromLocal(local.day, local.time, zone);
        expect(localFromInstant(back, zone)).toEqual(local);
        expect([0, 60 * 60 * 1000]).toContain(at - back.getTime());
      }
    }
  });
});
