import { expect, test } from 'vitest';

import { nearestWord } from './nearest-word.ts';

test.each([
  ['migraton', ['micron', 'migration', 'migrate'], 'migration'],
  ['postgrsql', ['postgres', 'postgresql'], 'postgresql'],
  ['desgin', ['resign', 'design'], 'design'],
  ['databse', ['unrelated'], null],
  ['pst', ['post'], null],
  ['ferrie', ['ferries', 'ferried'], 'ferries'],
])('nearestWord of %s among %j is %s', (typed, words, nearest) => {
  expect(nearestWord(typed, words)).toBe(nearest);
});
