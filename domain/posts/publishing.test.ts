import { describe, expect, test } from 'vitest';

import {
  decidePublication,
  decideToggle,
  keptInstant,
  mustAskWhen,
  publicationAction,
  scheduledInstant,
  wasPublic,
  type Publication,
} from './publishing.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const earlier = new Date('2026-03-01T08:30:15.250Z');
const later = new Date('2026-12-24T18:00:00.000Z');

const draft: Publication = { published: false, publishedAt: null, firstPublishedAt: null };
const live: Publication = { published: true, publishedAt: earlier, firstPublishedAt: earlier };
const scheduled: Publication = { published: true, publishedAt: later, firstPublishedAt: later };

test('the log calls a post scheduled until it is public', () => {
  expect([draft, live, scheduled].map((after) => publicationAction(after, now))).toEqual([
    'post-unpublished',
    'post-published',
    'post-scheduled',
  ]);
});

describe('a save from the form', () => {
  test('publishes now when no date is chosen', () => {
    expect(decidePublication({ published: true, publishedAt: null }, null, now, 'UTC')).toEqual({
      published: true,
      publishedAt: now,
      firstPublishedAt: now,
    });
  });

  test('publishes at the chosen date in the past or future', () => {
    expect(decidePublication({ published: true, publishedAt: later }, draft, now, 'UTC').publishedAt).toBe(
      later,
    );
    expect(decidePublication({ published: true, publishedAt: earlier }, draft, now, 'UTC').publishedAt).toBe(
      earlier,
    );
  });

  test('a draft keeps its planned date and has no first publish date', () => {
    expect(decidePublication({ published: false, publishedAt: later }, draft, now, 'UTC')).toEqual({
      published: false,
      publishedAt: later,
      firstPublishedAt: null,
    });
  });

  test('the first publish date of a post that was public never changes', () => {
    const moved = decidePublication({ published: true, publishedAt: later }, live, now, 'UTC');
    expect(moved).toEqual({ published: true, publishedAt: later, firstPublishedAt: earlier });
    const hidden = decidePublication({ published: false, publishedAt: earlier }, live, now, 'UTC');
    expect(hidden.firstPublishedAt).toBe(earlier);
  });

  test('the first publish date of a post that was never public follows the planned date', () => {
    expect(
      decidePublication({ published: true, publishedAt: earlier }, scheduled, now, 'UTC').firstPublishedAt,
    ).toBe(earlier);
    expect(
      decidePublication({ published: false, publishedAt: later }, scheduled, now, 'UTC').firstPublishedAt,
    ).toBeNull();
  });
});

describe('the toggle in the list', () => {
  const planned: Publication = { ...draft, publishedAt: later };
  const publish = { published: true, when: null };
  const unpublish = { published: false, when: null };

  test('publishing sets the date to now, whatever was planned', () => {
    expect(decideToggle({ published: true, when: 'now' }, planned, now)).toEqual({
      published: true,
      publishedAt: now,
      firstPublishedAt: now,
    });
  });

  test('publishing on the planned date keeps it unless it has passed', () => {
    const onDate = { published: true, when: 'planned' } as const;
    expect(decideToggle(onDate, planned, now)).toEqual(scheduled);
    expect(decideToggle(onDate, { ...draft, publishedAt: earlier }, now).publishedAt).toBe(now);
    expect(decideToggle(onDate, draft, now).publishedAt).toBe(now);
  });

  test('unpublishing clears the date and keeps the first publish date', () => {
    expect(decideToggle(unpublish, live, now)).toEqual({ ...draft, firstPublishedAt: earlier });
    expect(decideToggle(unpublish, scheduled, now)).toEqual(draft);
  });

  test('asks only for a draft with a date in the future and without an answer', () => {
    expect(mustAskWhen(planned, publish, now)).toBe(true);
    expect(mustAskWhen(planned, { published: true, when: 'now' }, now)).toBe(false);
    expect(mustAskWhen(planned, unpublish, now)).toBe(false);
    expect(mustAskWhen({ ...draft, publishedAt: now }, publish, now)).toBe(false);
    expect(mustAskWhen(draft, publish, now)).toBe(false);
    expect(mustAskWhen(scheduled, publish, now)).toBe(false);
  });
});

test('a chosen date of the same minute as the stored one leaves its seconds as they are', () => {
  const [same, next] = [new Date('2026-03-01T08:30:00Z'), new Date('2026-03-01T08:31:00Z')];
  expect(keptInstant(same, earlier, 'UTC')).toBe(earlier);
  expect(keptInstant(next, earlier, 'UTC')).toBe(next);
  expect(keptInstant(same, null, 'UTC')).toBe(same);
  expect(keptInstant(null, earlier, 'UTC')).toBeNull();
});

test('only a post whose first publish date has come was public', () => {
  const dates = [earlier, now, null, later];
  expect(dates.map((firstPublishedAt) => wasPublic({ firstPublishedAt }, now))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('only a published post with a date in the future is scheduled', () => {
  expect(scheduledInstant(scheduled, now)).toBe(later);
  expect(scheduledInstant(live, now)).toBeNull();
  expect(scheduledInstant({ ...live, publishedAt: now }, now)).toBeNull();
  expect(scheduledInstant({ ...draft, publishedAt: later }, now)).toBeNull();
  expect(scheduledInstant(draft, now)).toBeNull();
});
