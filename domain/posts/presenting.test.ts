import { describe, expect, test } from 'vitest';

import { displayedDay } from './presenting.ts';

describe('the day that visitors see', () => {
  const row = {
    display_published_at: '2026-01-02',
    published_at: new Date('2026-02-03T23:30:00.000Z'),
    created_at: new Date('2026-03-04T23:30:00.000Z'),
  };

  test('is the display date, else the publish date, else the date of creation', () => {
    expect(displayedDay(row, 'UTC')).toBe('2026-01-02');
    expect(displayedDay({ ...row, display_published_at: null }, 'UTC')).toBe('2026-02-03');
    expect(displayedDay({ ...row, display_published_at: null, published_at: null }, 'UTC')).toBe(
      '2026-03-04',
    );
  });

  test('is a day in the time zone of the site; a display date is the same day everywhere', () => {
    expect(displayedDay({ ...row, display_published_at: null }, 'Pacific/Kiritimati')).toBe('2026-02-04');
    expect(displayedDay(row, 'Pacific/Kiritimati')).toBe('2026-01-02');
  });
});
