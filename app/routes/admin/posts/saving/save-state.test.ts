import { describe, expect, test } from 'vitest';

import type { EditState } from '../state/edit-state.ts';
import { newPostValues } from '../state/post-values.ts';
import type { SaveOutcome } from './save-outcome.ts';
import {
  keep,
  nextSaveState,
  resting,
  retryDelay,
  saveLine,
  type SaveEvent,
  type SaveState,
} from './save-state.ts';

const publish = { kind: 'press', published: true } as const;
const saved: SaveOutcome = {
  kind: 'saved',
  id: 'a',
  version: 2,
  draftVersion: 0,
  isPublished: false,
  stored: null,
};
const failed: SaveOutcome = { kind: 'failed', message: 'Failed to save post.', reason: 'the site is busy.' };
const theirs: EditState = {
  id: 'a',
  values: newPostValues('u'),
  content: '',
  version: 3,
  draftVersion: 0,
  saveKey: 'k',
  isPublished: false,
  wasPublished: false,
  savedBy: null,
  savedAt: new Date(0),
};

/** Every event gets the next attempt's number, as the form gives it. */
function after(...events: SaveEvent[]): SaveState {
  return events.reduce<SaveState>((state, event, index) => nextSaveState(state, event, index + 1), resting);
}

const asked = (wanted: typeof keep | typeof publish): SaveEvent => ({ kind: 'asked', wanted });
const answered = (outcome: SaveOutcome): SaveEvent => ({ kind: 'answered', outcome });

describe('a press', () => {
  test('twice is one request', () => {
    expect(after(asked(publish), asked(publish))).toMatchObject({ attempt: 1, next: null });
  });

  test('while the form saves by itself comes right after it, whatever became of that', () => {
    for (const outcome of [saved, failed, { kind: 'refused', message: 'No.' } as const]) {
      expect(after(asked(keep), asked(publish), answered(outcome))).toMatchObject({
        kind: 'sending',
        wanted: publish,
        attempt: 3,
      });
    }
  });

  test('that failed is never repeated by itself: only the text is kept', () => {
    expect(after(asked(publish), answered(failed), { kind: 'due' })).toMatchObject({
      kind: 'sending',
      wanted: keep,
      failures: 1,
    });
  });

  test('goes on after signing in, and after a conflict', () => {
    const signedOut = answered({ kind: 'session-ended' });
    expect(after(asked(publish), signedOut, { kind: 'signed-in' })).toMatchObject({ wanted: publish });
    const conflict = answered({ kind: 'conflict', message: 'Else.', theirs });
    expect(after(asked(publish), conflict, { kind: 'cleared' })).toMatchObject({ wanted: publish });
    expect(after(asked(keep), asked(publish), signedOut)).toMatchObject({ wanted: publish });
  });
});

describe('the form itself', () => {
  test('saves again when something was typed during a save', () => {
    expect(after(asked(keep), asked(keep), answered(saved))).toMatchObject({ kind: 'sending', attempt: 3 });
    expect(after(asked(keep), answered(saved))).toEqual(resting);
    const refused = answered({ kind: 'refused', message: 'Too long.' });
    expect(after(asked(keep), asked(keep), refused)).toMatchObject({ kind: 'sending', attempt: 3 });
    expect(after(asked(keep), refused)).toMatchObject({ kind: 'refused' });
  });

  test('tries again, and counts, until it succeeds', () => {
    const twice = after(asked(keep), answered(failed), { kind: 'due' }, answered(failed));
    expect(twice).toEqual({ kind: 'waiting', failures: 2, reason: 'the site is busy.' });
    expect(nextSaveState(twice, asked(keep), 9)).toBe(twice);
    expect(nextSaveState(nextSaveState(twice, { kind: 'due' }, 9), answered(saved), 10)).toEqual(resting);
  });

  test('does not disturb a sign-in or a conflict by typing', () => {
    const out = after(asked(keep), answered({ kind: 'session-ended' }));
    expect(nextSaveState(out, asked(keep), 9)).toBe(out);
  });
});

test('waits longer after each failure, up to half a minute, and never the same for everybody', () => {
  expect([1, 2, 3, 4, 5, 6, 20].map((failures) => retryDelay(failures, 0.5))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
  expect([retryDelay(1, 0), retryDelay(1, 1)]).toEqual([750, 1_250]);
});

const noImages = { underWay: 0, failed: 0 };

test.each([
  [{ underWay: 1, failed: 0 }, 'Saved, 1 image still on the way'],
  [{ underWay: 3, failed: 0 }, 'Saved, 3 images still on the way'],
  [{ underWay: 3, failed: 2 }, 'Saved, without 2 images that failed'],
])('with images that are not in the text (%j) the form says %j', (images, line) => {
  const text = { isUnsaved: false, isStored: true, isTitled: true, isAhead: false };
  expect(saveLine(resting, text, images)).toBe(line);
});

test.each<[SaveEvent[], Partial<Parameters<typeof saveLine>[1]>, string]>([
  [[], { isStored: false }, ''],
  [[], {}, 'Saved'],
  [[], { isAhead: true }, 'Saved, not live yet'],
  [[], { isUnsaved: true }, 'Unsaved changes'],
  [[], { isUnsaved: true, isTitled: false }, 'Not saved yet: a title is missing.'],
  [[asked(keep)], { isUnsaved: true }, 'Saving…'],
  [[asked(keep), answered(failed)], { isUnsaved: true }, 'Not saved: the site is busy. Trying again…'],
  [[asked(keep), answered({ kind: 'refused', message: 'Too long.' })], {}, 'Not saved: Too long.'],
  [[asked(publish), answered({ kind: 'refused', message: 'Too long.' })], {}, 'Not saved'],
  [
    [asked(keep), answered({ kind: 'gone', message: 'Post not found.' })],
    {},
    'Not saved: this post has been deleted.',
  ],
  [[asked(keep), answered({ kind: 'session-ended' })], {}, 'Not saved: your session has ended.'],
])('after %j with %j the form says %j', (events, text, line) => {
  const state = after(...events);
  const usual = { isUnsaved: false, isStored: true, isTitled: true, isAhead: false };
  expect(saveLine(state, { ...usual, ...text }, noImages)).toBe(line);
});
