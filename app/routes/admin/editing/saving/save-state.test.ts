import { describe, expect, test } from 'vitest';

import type { EditState, PostSaveResult } from '#app/routes/admin/posts/state/edit-state.ts';
import { newPostValues } from '#app/routes/admin/posts/state/post-values.ts';
import {
  afterSave,
  autosave,
  idle,
  nextSaveState,
  retryDelay,
  saveLine,
  type SaveEvent,
  type SaveState,
} from './save-state.ts';

const publish = { kind: 'submit', published: true } as const;
const saved: PostSaveResult = {
  ok: true,
  toast: null,
  typed: {},
  value: { id: 'a', version: 2, pendingVersion: 0, isPublished: false, liveSlug: null, stored: null },
};
const failed = failure(503, 'Failed to save post.');
const rejected = failure(422, 'Too long.');
const signedOut = failure(401, 'Your session has ended.');
const theirs: EditState = {
  id: 'a',
  values: newPostValues('u'),
  content: '',
  version: 3,
  pendingVersion: 0,
  saveKey: 'k',
  isPublished: false,
  liveSlug: null,
  wasPublic: false,
  savedBy: null,
  isOwnSave: false,
  savedAt: new Date(0),
};

const conflict: PostSaveResult = { ...failure(409, 'Saved by another user.'), details: { theirs } };

function failure(status: number, message: string): PostSaveResult & { ok: false } {
  return { ok: false, status, failedAt: 'action', message, fieldErrors: {}, details: null, typed: {} };
}

/** Every event gets the next attempt's number, as the form gives it. */
function after(...events: SaveEvent<EditState>[]): SaveState<EditState> {
  return events.reduce<SaveState<EditState>>(
    (state, event, index) => nextSaveState(state, event, index + 1),
    idle,
  );
}

const requested = (request: typeof autosave | typeof publish): SaveEvent<EditState> => ({
  kind: 'requested',
  request,
});
const answered = (result: PostSaveResult): SaveEvent<EditState> => ({ kind: 'answered', result });

describe('a click', () => {
  test('during the save of another click sends no second request', () => {
    expect(after(requested(publish), requested(publish))).toMatchObject({ attempt: 1, next: null });
  });

  test('during an autosave is saved right after it, whatever its result', () => {
    for (const result of [saved, failed, rejected]) {
      expect(after(requested(autosave), requested(publish), answered(result))).toMatchObject({
        kind: 'saving',
        request: publish,
        attempt: 3,
      });
    }
  });

  test('whose save failed is not repeated: only the text is saved again', () => {
    expect(after(requested(publish), answered(failed), { kind: 'retry' })).toMatchObject({
      kind: 'saving',
      request: autosave,
      failures: 1,
    });
  });

  test('is saved after signing in and after a conflict', () => {
    expect(after(requested(publish), answered(signedOut), { kind: 'signed-in' })).toMatchObject({
      request: publish,
    });
    expect(after(requested(publish), answered(conflict), { kind: 'resolved' })).toMatchObject({
      request: publish,
    });
    expect(after(requested(autosave), requested(publish), answered(signedOut))).toMatchObject({
      request: publish,
    });
  });
});

describe('an autosave', () => {
  test('is repeated when the text changed during it', () => {
    const changed = [requested(autosave), requested(autosave)];
    expect(after(...changed, answered(saved))).toMatchObject({ kind: 'saving', attempt: 3 });
    expect(after(...changed, answered(rejected))).toMatchObject({ kind: 'saving', attempt: 3 });
    expect(after(requested(autosave), answered(saved))).toEqual(idle);
    expect(after(requested(autosave), answered(rejected))).toMatchObject({ kind: 'rejected' });
  });

  test('that failed is repeated until it succeeds, counting the failures', () => {
    const twice = after(requested(autosave), answered(failed), { kind: 'retry' }, answered(failed));
    expect(twice).toEqual({ kind: 'retrying', failures: 2, reason: 'the site is busy.' });
    expect(nextSaveState(twice, requested(autosave), 9)).toBe(twice);
    const retried = nextSaveState(twice, { kind: 'retry' }, 9);
    expect(nextSaveState(retried, answered(saved), 10)).toEqual(idle);
  });

  test('requested while signed out or in conflict changes nothing', () => {
    for (const result of [signedOut, conflict]) {
      const blocked = after(requested(autosave), answered(result));
      expect(nextSaveState(blocked, requested(autosave), 9)).toBe(blocked);
    }
  });
});

test('retryDelay doubles after each failure up to 30 seconds and differs between forms', () => {
  expect([1, 2, 3, 4, 5, 6, 20].map((failures) => retryDelay(failures, 0.5))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
  expect([retryDelay(1, 0), retryDelay(1, 1)]).toEqual([750, 1_250]);
});

const noImages = { underWay: 0, failed: 0 };
const atRest = {
  noun: 'post' as const,
  isUnsaved: false,
  isStored: true,
  isComplete: true,
  hasPendingChanges: false,
};

test.each([
  [{ underWay: 1, failed: 0 }, 'Saved, 1 image still on the way'],
  [{ underWay: 3, failed: 0 }, 'Saved, 3 images still on the way'],
  [{ underWay: 3, failed: 2 }, 'Saved, without 2 images that failed'],
])('saveLine with images outside the text %j is %j', (images, line) => {
  expect(saveLine(idle, atRest, images)).toBe(line);
});

test('saveLine of a conflict says whose save was first', () => {
  const line = (isOwnSave: boolean) => {
    const result = { ...conflict, details: { theirs: { ...theirs, isOwnSave } } };
    const text = { ...atRest, isUnsaved: true };
    return saveLine(after(requested(autosave), answered(result)), text, noImages);
  };
  expect(line(false)).toBe('Not saved: another user saved first.');
  expect(line(true)).toBe('Not saved: you saved it in another window.');
});

test.each<[SaveEvent<EditState>[], Partial<Parameters<typeof saveLine>[1]>, string]>([
  [[], { isStored: false }, ''],
  [[], {}, 'Saved'],
  [[], { hasPendingChanges: true }, 'Saved, not live yet'],
  [[], { isUnsaved: true }, 'Unsaved changes'],
  [[], { isUnsaved: true, isComplete: false }, 'Not saved yet: a title is missing.'],
  [[requested(autosave)], { isUnsaved: true }, 'Saving…'],
  [
    [requested(autosave), answered(failed)],
    { isUnsaved: true },
    'Not saved: the site is busy. Trying again…',
  ],
  [[requested(autosave), answered(rejected)], {}, 'Not saved: Too long.'],
  [[requested(publish), answered(rejected)], {}, 'Not saved'],
  [
    [requested(autosave), answered(failure(404, 'Post not found.'))],
    {},
    'Not saved: this post has been deleted.',
  ],
  [[requested(autosave), answered(signedOut)], {}, 'Not saved: your session has ended.'],
])('saveLine after %j with %j is %j', (events, text, line) => {
  const state = after(...events);
  expect(saveLine(state, { ...atRest, ...text }, noImages)).toBe(line);
});

test('afterSave keeps what was typed during the save', () => {
  const before = { title: 'One', slug: 'one' };
  expect(afterSave({ title: 'One more', slug: 'one' }, before, { slug: 'one-2' })).toEqual({
    title: 'One more',
    slug: 'one-2',
  });
  expect(afterSave({ title: 'One', slug: 'mine' }, before, { slug: 'one-2' })).toEqual({
    title: 'One',
    slug: 'mine',
  });
});
