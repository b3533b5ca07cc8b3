import type { EditState } from '../state/edit-state.ts';
import type { SaveOutcome } from './save-outcome.ts';

/** What a save is for: to keep the text without being asked, or to do what a button says. */
export type Wanted = { kind: 'keep' } | { kind: 'press'; published: boolean };

export const keep: Wanted = { kind: 'keep' };

/** Where saving stands. Whether anything is unsaved is known from the text itself. */
export type SaveState =
  | { kind: 'resting' }
  /** `attempt` tells one request from the next; `next` waits for its answer. */
  | { kind: 'sending'; attempt: number; wanted: Wanted; next: Wanted | null; failures: number }
  /** It failed, and will be tried again by itself. */
  | { kind: 'waiting'; failures: number; reason: string }
  /** The server will not take it as it is. */
  | { kind: 'refused'; message: string; by: Wanted['kind'] }
  /** There is no such post any more. */
  | { kind: 'gone' }
  | { kind: 'signed-out'; wanted: Wanted }
  | { kind: 'conflict'; wanted: Wanted; message: string; theirs: EditState };

export type SaveEvent =
  | { kind: 'asked'; wanted: Wanted }
  | { kind: 'answered'; outcome: SaveOutcome }
  /** The wait is over, or the line is back. */
  | { kind: 'due' }
  | { kind: 'signed-in' }
  /** What stood in the way was our own save, or has been resolved. */
  | { kind: 'cleared' }
  /** The text in the form was begun on something else than what is stored. */
  | { kind: 'versionConflict'; theirs: EditState; message: string }
  /** Nothing is left to save. */
  | { kind: 'settled' };

export const resting: SaveState = { kind: 'resting' };

/** The next state; whoever sees a new `attempt` sends the text as it is at that moment. Pure. */
export function nextSaveState(state: SaveState, event: SaveEvent, attempt: number): SaveState {
  switch (event.kind) {
    case 'asked':
      return afterAsking(state, event.wanted, attempt);
    case 'answered':
      return state.kind === 'sending' ? afterAnswer(state, event.outcome, attempt) : state;
    case 'due':
      return state.kind === 'waiting' ? sending(keep, attempt, state.failures) : state;
    case 'signed-in':
      return state.kind === 'signed-out' ? sending(state.wanted, attempt) : state;
    case 'cleared':
      return state.kind === 'conflict' ? sending(state.wanted, attempt) : state;
    case 'versionConflict':
      return { kind: 'conflict', wanted: keep, theirs: event.theirs, message: event.message };
    case 'settled':
      return resting;
  }
}

function afterAsking(state: SaveState, wanted: Wanted, attempt: number): SaveState {
  switch (state.kind) {
    case 'sending':
      if (state.wanted.kind === 'press') return wanted.kind === 'press' ? state : { ...state, next: keep };
      return wanted.kind === 'press' ? { ...state, next: wanted } : { ...state, next: state.next ?? keep };
    case 'waiting':
    case 'gone':
      return wanted.kind === 'press' ? sending(wanted, attempt) : state;
    case 'signed-out':
    case 'conflict':
      return wanted.kind === 'press' ? { ...state, wanted } : state;
    default:
      return sending(wanted, attempt);
  }
}

function afterAnswer(
  { wanted, next, failures }: SaveState & { kind: 'sending' },
  outcome: SaveOutcome,
  attempt: number,
): SaveState {
  switch (outcome.kind) {
    case 'session-ended':
      return { kind: 'signed-out', wanted: next?.kind === 'press' ? next : wanted };
    case 'conflict':
      return {
        kind: 'conflict',
        wanted: next?.kind === 'press' ? next : wanted,
        message: outcome.message,
        theirs: outcome.theirs,
      };
    case 'saved':
      return next ? sending(next, attempt) : resting;
    case 'refused':
      // What was typed meanwhile may be what was asked for.
      if (next) return sending(next, attempt);
      return { kind: 'refused', message: outcome.message, by: wanted.kind };
    case 'gone':
      return { kind: 'gone' };
    case 'failed':
      if (next?.kind === 'press') return sending(next, attempt);
      // What a button would have made public stays with the person: only the text is kept by itself.
      return { kind: 'waiting', failures: failures + 1, reason: outcome.reason };
  }
}

function sending(wanted: Wanted, attempt: number, failures = 0): SaveState {
  return { kind: 'sending', attempt, wanted, next: null, failures };
}

const shortest = 1_000;
const longest = 30_000;

/** Milliseconds before the next try: twice as long after each failure, spread so that not everybody comes at once. */
export function retryDelay(failures: number, random: number): number {
  const full = Math.min(longest, shortest * 2 ** Math.max(0, failures - 1));
  return Math.round(full * (0.75 + random / 2));
}

/**
 * What the form says about its text, always.
 * @param images those that are not part of the text yet: on their way, or failed
 */
export function saveLine(
  state: SaveState,
  text: { isUnsaved: boolean; isStored: boolean; isTitled: boolean; isAhead: boolean },
  images: { underWay: number; failed: number },
): string {
  switch (state.kind) {
    case 'sending':
      return 'Saving…';
    case 'waiting':
      return `Not saved: ${state.reason} Trying again…`;
    case 'signed-out':
      return 'Not saved: your session has ended.';
    case 'conflict':
      return 'Not saved: somebody else saved first.';
    case 'refused':
      // A press has said why in a message of its own.
      return state.by === 'press' ? 'Not saved' : `Not saved: ${state.message}`;
    case 'gone':
      return 'Not saved: this post has been deleted.';
    case 'resting':
      if (text.isUnsaved) return text.isTitled ? 'Unsaved changes' : 'Not saved yet: a title is missing.';
      if (!text.isStored) return '';
      return (text.isAhead ? 'Saved, not live yet' : 'Saved') + missing(images);
  }
}

function missing({ underWay, failed }: { underWay: number; failed: number }): string {
  if (failed > 0) return `, without ${inNumber(failed)} that failed`;
  return underWay > 0 ? `, ${inNumber(underWay)} still on the way` : '';
}

function inNumber(images: number): string {
  return images === 1 ? '1 image' : `${images} images`;
}
