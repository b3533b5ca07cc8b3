import { expect, test } from 'vitest';

import { compare, createLedger, savedNumber, savedText, type Stored } from './ledger.ts';
import { failedPages } from './page-failures.ts';
import { slope } from './soak.ts';

function written() {
  const ledger = createLedger('a-post');
  ledger.messages.set('first', true).set('second', true).set('without an answer', false);
  ledger.posts.set('New', true);
  ledger.saves.acknowledged = 4;
  Object.assign(ledger.views, { acknowledged: 10, unanswered: 2 });
  ledger.uploads.set('/storage/image.webp', null);
  return ledger;
}

const stored: Stored = {
  messages: new Map([
    ['first', 1],
    ['second', 1],
  ]),
  posts: new Map([['New', 1]]),
  saved: 4,
  views: 10,
  failures: [],
};

test('a site that has what it acknowledged has lost and repeated nothing', () => {
  const whole = { acknowledged: 18, lost: [], duplicated: [] };
  expect(compare(written(), stored)).toEqual(whole);
});

test('a write without an answer may be stored once', () => {
  const more = {
    ...stored,
    messages: new Map([...stored.messages, ['without an answer', 1]]),
    views: 12,
    saved: 5,
  };
  expect(compare(written(), more)).toMatchObject({ lost: [], duplicated: [] });
});

test.for<[string, Partial<Stored>, string[]]>([
  ['message', { messages: new Map([['first', 1]]) }, ['second']],
  ['post', { posts: new Map() }, ['New']],
  ['save', { saved: 2 }, ['Save 3', 'Save 4']],
  ['view', { views: 9 }, ['View 10']],
  ['image', { failures: ['Image /a.webp, answered with 404'] }, ['Image /a.webp, answered with 404']],
])('a lost %s is named', ([, change, lost]) => {
  expect(compare(written(), { ...stored, ...change })).toMatchObject({ lost, duplicated: [] });
});

test.for<[string, Partial<Stored>, string[]]>([
  ['message', { messages: new Map([...stored.messages, ['without an answer', 2]]) }, ['without an answer']],
  ['post', { posts: new Map([['New', 2]]) }, ['New']],
  ['view', { views: 13 }, ['View 13']],
])('a %s that is stored twice is named', ([, change, duplicated]) => {
  expect(compare(written(), { ...stored, ...change })).toMatchObject({ lost: [], duplicated });
});

test('the number of a save is found in its text', () => {
  expect([savedNumber(savedText(12)), savedNumber('<p>Words.</p>')]).toEqual([12, 0]);
});

test('pages that fail are told by their status', () => {
  const reads = [200, 200, 503, 0].map((status) => ({ at: 0, status, milliseconds: 1 }));
  expect(failedPages(reads)).toEqual(['1 of 4 pages answered 503.', '1 of 4 pages had no answer.']);
});

test('the slope of a line is found among points beside it', () => {
  expect(slope([[0, 1], [1, 4], [2, 5], [3, 8]])).toBeCloseTo(2.2); // prettier-ignore
  expect(slope([[0, 5]])).toBe(0);
});
