import { expect, test } from 'vitest';

import { authorLabel, bylineOf } from './author.ts';

const empty = { first_name: null, last_name: null, display_name: null, username: null };

test('an author in a list of choices is "first last", else display name, else username, else Unknown', () => {
  const everything = { first_name: 'Ada', last_name: 'Byron', display_name: 'Countess', username: 'ada' };
  expect(authorLabel(everything)).toBe('Ada Byron');
  expect(authorLabel({ ...everything, last_name: null })).toBe('Ada');
  expect(authorLabel({ ...everything, first_name: null, last_name: null })).toBe('Countess');
  expect(authorLabel({ ...empty, username: 'ada' })).toBe('ada');
  expect(authorLabel(empty)).toBe('Unknown');
});

test('an author beside a post is the display name, else the username, else nothing', () => {
  expect(bylineOf({ display_name: 'Countess', username: 'ada' })).toBe('Countess');
  expect(bylineOf({ display_name: null, username: 'ada' })).toBe('ada');
  expect(bylineOf({ display_name: null, username: null })).toBe('');
});
