import { expect, test } from 'vitest';

import { isSame } from '#app/routes/admin/editing/state/text.ts';
import { plainSlug } from '#domain/fields/slug.ts';
import { formFields } from '#app/http/form-fields.ts';
import {
  followedSlug,
  newPostValues,
  outcomeLine,
  postFormData,
  localText,
  scheduledInstantOf,
} from './post-values.ts';

const empty = newPostValues('3f6f5a52-0f55-4c0e-8f69-2f7c3f1f0a11');

test('the form arrives as the verb wants it', () => {
  const values = { ...empty, title: 'Hello', published: true, tagIds: ['a', 'b'] };
  const fields = formFields(postFormData(values, '<p>Hi</p>', { version: '3' }), ['tagIds']);
  expect(fields).toMatchObject({
    title: 'Hello',
    published: 'true',
    featured: 'false',
    content: '<p>Hi</p>',
    tagIds: ['a', 'b'],
    version: '3',
    publishedAt: '',
  });
  expect(formFields(postFormData(empty, '', {}), ['tagIds'])['tagIds']).toEqual([]);
});

test.each([
  ['new', false, false, '', 'Draft. Publish makes it public at once.'],
  ['new', false, true, '', 'Draft. Publish makes it public at once.'],
  ['edit', false, true, '', 'Draft. Save Changes makes it public at once.'],
  [
    'edit',
    false,
    false,
    '2026-12-01',
    'Draft. Publish makes it public on December 1, 2026 at 9:00 AM (America/Toronto).',
  ],
  ['edit', true, true, '2026-12-01', 'It will be public on December 1, 2026 at 9:00 AM (America/Toronto).'],
  ['edit', true, true, '2026-11-01', 'Public. Save Changes shows visitors your changes at once.'],
  ['edit', true, false, '2026-11-01', 'Save Changes takes it off the site.'],
] as const)('%s form, published: %s, switch: %s, date: %s', (mode, isPublished, published, day, line) => {
  const values = { ...empty, published, publishedAt: `${day}T${day && '09:00'}` };
  const now = new Date('2026-11-20T12:00:00Z');
  expect(outcomeLine(values, { mode, isPublished }, 'America/Toronto', now)).toBe(line);
});

test('a publish date is filled in as the site’s clocks show it', () => {
  const instant = new Date('2026-11-20T23:30:00Z');
  expect(localText(instant, 'UTC')).toBe('2026-11-20T23:30');
  expect(localText(instant, 'Asia/Tokyo')).toBe('2026-11-21T08:30');
  expect(localText(null, 'UTC')).toBe('');
});

test('equal forms are equal whatever the order of their parts', () => {
  const { title, ...rest } = empty;
  expect(isSame(empty, { ...rest, title })).toBe(true);
  expect(isSame(empty, { ...empty, tagIds: ['a'] })).toBe(false);
});

test.each([
  ['', '', 'Hello World', 'hello-world'],
  ['hello', 'Hello', 'Hello World', 'hello-world'],
  ['hello-2', 'Hello', 'Goodbye', 'goodbye'],
  ['my-own', 'Hello', 'Hello World', 'my-own'],
  ['hello-you', 'Hello', 'Goodbye', 'hello-you'],
  ['x', '', 'Hello', 'x'],
])('slug %j of title %j becomes, with %j, %j', (slug, before, after, expected) => {
  expect(followedSlug(slug, { before, after }, (text) => plainSlug(text) ?? '')).toBe(expected);
});

test('a publish date that is whole and ahead schedules a published post', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const future = { published: true, publishedAt: '2026-11-20T12:01' };
  expect(scheduledInstantOf(future, 'UTC', now)).toEqual(new Date('2026-11-20T12:01:00Z'));
  expect(scheduledInstantOf({ ...future, publishedAt: '' }, 'UTC', now)).toBeNull();
});
