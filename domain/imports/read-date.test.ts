import { expect, test } from 'vitest';

import { orderOf, readDate } from './read-date.ts';

const inToronto = { timeZone: 'America/Toronto', isDayFirst: false };

test.each([
  ['2026-1-2', '2026-01-02T05:00:00.000Z'],
  ['2026-01-02 10:20:30', '2026-01-02T15:20:30.000Z'],
  ['2026-01-02T10:20:30+0900', '2026-01-02T01:20:30.000Z'],
  ['2019-07-02T10:20:30.5+02:00[Europe/Berlin]', '2019-07-02T08:20:30.500Z'],
  ['2013/7/13 20:46:25', '2013-07-14T00:46:25.000Z'],
  ['02.07.2019', '2019-07-02T04:00:00.000Z'],
  ['02/Jul/2019 10:11:12 +0000', '2019-07-02T10:11:12.000Z'],
  ['20190702', '2019-07-02T04:00:00.000Z'],
  ['2019年7月2日', '2019-07-02T04:00:00.000Z'],
  ['1562106000', '2019-07-02T22:20:00.000Z'],
  ['1562106000000', '2019-07-02T22:20:00.000Z'],
  ['Thu, 1 Jan 2026', '2026-01-01T05:00:00.000Z'],
  ['6 Oct 2019', '2019-10-06T04:00:00.000Z'],
  ['July 4, 2026 10:00', '2026-07-04T14:00:00.000Z'],
  ['July 4th, 2012 3:05 PM', '2012-07-04T19:05:00.000Z'],
  ['6. Oktober 2019', '2019-10-06T04:00:00.000Z'],
  ['martes, 3 de marzo de 2020', '2020-03-03T05:00:00.000Z'],
  ['Thu, 01 Jan 2026 10:20:30 GMT', '2026-01-01T10:20:30.000Z'],
  ['Thu, 01 Jan 2026 22:00:00 -0800', '2026-01-02T06:00:00.000Z'],
  ['Sat Nov 28 14:54:51 UTC 2026', '2026-11-28T14:54:51.000Z'],
  ['Mon Jul  4 10:20:30 +0200 2012', '2012-07-04T08:20:30.000Z'],
  ['2019-07-02 22:39 CEST', '2019-07-02T20:39:00.000Z'],
  ['2019-07-02 22:39:39 Europe/Berlin', '2019-07-02T20:39:39.000Z'],
  ['12 мая 2019 г., 15:30', '2019-05-12T19:30:00.000Z'],
  ['3 сент. 2019', '2019-09-03T04:00:00.000Z'],
  ['2 juillet 2019 à 10h30', '2019-07-02T14:30:00.000Z'],
  ['2 Temmuz 2019', '2019-07-02T04:00:00.000Z'],
  ['2019년 7월 2일', '2019-07-02T04:00:00.000Z'],
  ['July 4, 2012 at 3pm', '2012-07-04T19:00:00.000Z'],
  ['12 a.m. PST, 4 July 2012', '2012-07-04T08:00:00.000Z'],
])('the date %s of a blog is %s where the clocks are those of Toronto', (text, instant) => {
  const found = { instant: new Date(instant), isAmbiguous: false };
  expect(readDate(text, inToronto)).toEqual(found);
});

test.each([
  '2026-02-30',
  '2026-02-30T10:00:00Z',
  '2026-11-31T10:00+02:00',
  '2026-01-02 25:00',
  '2026-01-02 10:00 No/Where',
  'Mon, 30 Feb 2026 10:00:00 GMT',
  'Mon, 30 Nov -0001 00:00:00 +0000',
  'Feb 30, 2026 02:00',
  'May',
  'in spring',
  'yesterday',
  '2 '.repeat(100),
  '10 20 30',
  '3pm',
])('%s is no date', (text) => {
  expect(readDate(text, inToronto)).toBeNull();
});

test('a date of which day and month, or the century, could be either is read by a rule, and says so', () => {
  const dayOf = (text: string, isDayFirst: boolean) => {
    const { instant, isAmbiguous } = readDate(text, { timeZone: 'UTC', isDayFirst }) ?? {};
    return [instant?.toISOString().slice(0, 10), isAmbiguous];
  };
  expect(dayOf('03/04/2012', false)).toEqual(['2012-03-04', true]);
  expect(dayOf('03-04-2012', true)).toEqual(['2012-04-03', true]);
  expect(dayOf('13/04/2012', false)).toEqual(['2012-04-13', false]);
  expect(dayOf('04/13/2012', true)).toEqual(['2012-04-13', false]);
  for (const [text, day] of [
    ['12/07/19', '2019-12-07'],
    ['13.7.69', '2069-07-13'],
    ["July 4, '70", '1970-07-04'],
  ] as const)
    expect(dayOf(text, false)).toEqual([day, true]);
  expect(['03/04/2012', '13/04/2012', '04/13/2012', '2012-13-04'].map(orderOf)).toEqual([
    null,
    true,
    false,
    null,
  ]);
});
