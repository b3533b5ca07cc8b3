import { expect, test } from 'vitest';

import { postEventType } from './post-events.ts';

const now = new Date('2026-06-01T12:00:00Z');
const draft = { published: false, publishedAt: null };
const shown = { published: true, publishedAt: new Date('2026-06-01T11:00:00Z') };
const scheduled = { published: true, publishedAt: new Date('2026-06-02T12:00:00Z') };

test.each([
  ['a new draft', null, draft, null],
  ['a new public post', null, shown, 'post.published'],
  ['a scheduled post', draft, scheduled, null],
  ['a draft that is published', draft, shown, 'post.published'],
  ['a save of a public post', shown, shown, 'post.updated'],
  ['a public post with a later date', shown, scheduled, 'post.hidden'],
  ['an unpublished post', shown, draft, 'post.hidden'],
  ['a deleted public post', shown, null, 'post.hidden'],
  ['a deleted draft', draft, null, null],
])('the event of %s', (_, before, after, expected) => {
  expect(postEventType({ before, after }, now)).toBe(expected);
});
