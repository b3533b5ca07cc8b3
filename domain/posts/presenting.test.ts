import { describe, expect, test } from 'vitest';

import { authorLabel, bylineOf, displayedDay } from './presenting.ts';

describe('names', () => {
  const empty = { first_name: null, last_name: null, display_name: null, username: null };

  test('an author in a list of choices is "first last", else display name, else username, else Unknown', () => {
    const everything = { first_name: 'Ada', last_name: 'Byron', display_name: 'Countess', username: 'ada' };
    expect(authorLabel(everything)).toBe('Ada Byron');
    expect(authorLabel({ ...everything, last_name: null })).toBe('Ada');
    expect(authorLabel({ ...everything, first_name: null, last_name: null })).toBe('Countess');
    expect(authorLabel({ ...empty, username: 'ada' })).toBe('ada');
    expect(authorLabel(empty)).toBe('Unknown');
  });

  test('an author beside a post is the display name, else the username, else Unknown', () => {
    expect(bylineOf({ display_name: 'Countess', username: 'ada' })).toBe('Countess');
    expect(bylineOf({ display_name: null, username: 'ada' })).toBe('ada');
    expect(bylineOf({ display_name: null, username: null })).toBe('Unknown');
  });
});

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
