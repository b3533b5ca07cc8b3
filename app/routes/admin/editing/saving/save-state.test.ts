import { describe, expect, onTestFinished, test, vi } from 'vitest';

import type { SaveResult } from './save-result.ts';
import {
  afterSave,
  answerTimeout,
  autosave,
  followSaves,
  idle,
  nextSaveState,
  retryDelay,
  saveLine,
  type SaveEvent,
  type SaveState,
} from './save-state.ts';

type Theirs = { isOwnSave: boolean };
type Result = SaveResult<unknown, Theirs>;

const publish = { kind: 'submit', published: true } as const;
const saved: Result = { ok: true, toast: null, typed: {}, value: null };
const failed = failure(503, 'Failed to save post.');
const rejected = failure(422, 'Too long.');
const signedOut = failure(401, 'Your session has ended.');
const conflict = conflictWith({ isOwnSave: false });

function failure(status: number, message: string): Result & { ok: false } {
  return { ok: false, status, failedAt: 'action', message, fieldErrors: {}, details: null, typed: {} };
}

function conflictWith(theirs: Theirs): Result {
  return { ...failure(409, 'Saved by another user.'), details: { theirs } };
}

/** Every event gets the next attempt's number, as the form gives it. */
function after(...events: SaveEvent<Theirs>[]): SaveState<Theirs> {
  return events.reduce<SaveState<Theirs>>(
    (state, event, index) => nextSaveState(state, event, index + 1),
    idle,
  );
}

const requested = (request: typeof autosave | typeof publish): SaveEvent<Theirs> => ({
  kind: 'requested',
  request,
});
const answered = (result: Result): SaveEvent<Theirs> => ({ kind: 'answered', result });

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

describe('followSaves', () => {
  function followed() {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const states: SaveState<Theirs>[] = [];
    const dispatch = followSaves<Theirs>(idle, (state) => states.push(state));
    return { dispatch, now: () => states.at(-1), wait: () => vi.advanceTimersByTime(answerTimeout) };
  }

  test('ends a save without an answer, though nothing that it shows has run', () => {
    const { dispatch, now, wait } = followed();
    dispatch(requested(autosave));
    wait();
    expect(now()).toEqual({ kind: 'retrying', failures: 1, reason: 'no answer.' });
    dispatch({ kind: 'retry' });
    wait();
    expect(now()).toMatchObject({ kind: 'retrying', failures: 2 });
    dispatch(answered(saved));
    expect(now()).toEqual(idle);
  });

  test('leaves a save alone whose answer came, and the next one until its own time', () => {
    const { dispatch, now, wait } = followed();
    dispatch(requested(autosave));
    vi.advanceTimersByTime(answerTimeout - 1);
    dispatch(answered(saved));
    dispatch(requested(publish));
    vi.advanceTimersByTime(1);
    expect(now()).toMatchObject({ kind: 'saving', request: publish });
    wait();
    expect(now()).toMatchObject({ kind: 'retrying' });
  });
});

test('retryDelay doubles after each failure up to 30 seconds and differs between forms', () => {
  expect([1, 2, 3, 4, 5, 6, 20].map((failures) => retryDelay(failures, 0.5))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
  expect([retryDelay(1, 0), retryDelay(1, 1)]).toEqual([750, 1_250]);
});

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

const saving = requested(autosave);

test.each<[SaveEvent<Theirs>[], Partial<Parameters<typeof saveLine>[1]>, string]>([
  [[], { isStored: false }, ''],
  [[], {}, 'Saved'],
  [[], { hasPendingChanges: true }, 'Saved, not live yet'],
  [[], { isUnsaved: true }, 'Unsaved changes'],
  [[], { isUnsaved: true, isComplete: false }, 'Not saved yet: a title is missing.'],
  [[saving], { isUnsaved: true }, 'Saving…'],
  [[saving, answered(failed)], { isUnsaved: true }, 'Not saved: the site is busy. Trying again…'],
  [[saving, answered(rejected)], {}, 'Not saved: Too long.'],
  [[requested(publish), answered(rejected)], {}, 'Not saved'],
  [[saving, answered(failure(404, 'Post not found.'))], {}, 'Not saved: this post has been deleted.'],
  [[saving, answered(signedOut)], {}, 'Not saved: your session has ended.'],
  [[saving, answered(conflict)], {}, 'Not saved: another user saved first.'],
  [[saving, answered(conflictWith({ isOwnSave: true }))], {}, 'Not saved: you saved it in another window.'],
])('saveLine after %j with %j is %j', (events, text, line) => {
  expect(saveLine(after(...events), { ...atRest, ...text }, { underWay: 0, failed: 0 })).toBe(line);
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
