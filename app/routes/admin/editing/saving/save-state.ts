import type { FieldErrors } from '#domain/core/errors.ts';
import type { Noun } from '#domain/core/kinds.ts';
import { counted } from '#domain/fields/counted.ts';
import { failureKind, failureReason, noAnswer, rejectionMessage, type SaveResult } from './save-result.ts';

export type SaveRequest = { kind: 'autosave' } | { kind: 'submit'; published: boolean };

export const autosave: SaveRequest = { kind: 'autosave' };

/** The state of saving. Whether there are unsaved changes follows from the text. `Theirs`: what another user saved. */
export type SaveState<Theirs> =
  | { kind: 'idle' }
  /** `attempt` numbers the requests; `next` waits for the answer of this one. */
  | { kind: 'saving'; attempt: number; request: SaveRequest; next: SaveRequest | null; failures: number }
  /** The last attempt failed; the next is scheduled. */
  | { kind: 'retrying'; failures: number; reason: string }
  | { kind: 'rejected'; message: string; fieldErrors: FieldErrors; by: SaveRequest['kind'] }
  | { kind: 'deleted' }
  | { kind: 'signed-out'; request: SaveRequest }
  | { kind: 'conflict'; request: SaveRequest; message: string; theirs: Theirs };

export type SaveEvent<Theirs> =
  | { kind: 'requested'; request: SaveRequest }
  | { kind: 'answered'; result: SaveResult<unknown, Theirs> }
  /** The time before the next attempt is over, or the connection is back. */
  | { kind: 'retry' }
  | { kind: 'signed-in' }
  /** The conflict was with a save of this form, or the user has chosen. */
  | { kind: 'resolved' }
  /** The text in the form was typed over another version than the stored one. */
  | { kind: 'conflict-found'; theirs: Theirs; message: string }
  | { kind: 'settled' };

export const idle: SaveState<never> = { kind: 'idle' };

/** The next state; for a new `attempt` the form sends the text as it is at that moment. Pure. */
export function nextSaveState<Theirs>(
  state: SaveState<Theirs>,
  event: SaveEvent<Theirs>,
  attempt: number,
): SaveState<Theirs> {
  switch (event.kind) {
    case 'requested':
      return afterRequest(state, event.request, attempt);
    case 'answered':
      if (state.kind === 'saving') return afterAnswer(state, event.result, attempt);
      return state.kind === 'retrying' && event.result.ok ? idle : state;
    case 'retry':
      return state.kind === 'retrying' ? saving(autosave, attempt, state.failures) : state;
    case 'signed-in':
      return state.kind === 'signed-out' ? saving(state.request, attempt) : state;
    case 'resolved':
      return state.kind === 'conflict' ? saving(state.request, attempt) : state;
    case 'conflict-found':
      return { kind: 'conflict', request: autosave, theirs: event.theirs, message: event.message };
    case 'settled':
      return idle;
  }
}

/** Milliseconds after which a save without an answer has failed. */
export const answerTimeout = 30_000;

/** Follows the saves of a form outside of its rendering, so that each of them ends, whatever is rendered. */
export function followSaves<Theirs>(
  initial: SaveState<Theirs>,
  onState: (state: SaveState<Theirs>) => void,
): (event: SaveEvent<Theirs>) => void {
  let state = initial;
  let attempts = 0;
  return function dispatch(event) {
    attempts += 1;
    const attempt = attempts;
    state = nextSaveState(state, event, attempt);
    onState(state);
    if (state.kind !== 'saving' || state.attempt !== attempt) return;
    setTimeout(() => {
      if (state.kind === 'saving' && state.attempt === attempt)
        dispatch({ kind: 'answered', result: { ...noAnswer, details: null } });
    }, answerTimeout);
  };
}

function afterRequest<Theirs>(
  state: SaveState<Theirs>,
  request: SaveRequest,
  attempt: number,
): SaveState<Theirs> {
  const isSubmit = request.kind === 'submit';
  switch (state.kind) {
    case 'saving':
      if (state.request.kind === 'submit') return isSubmit ? state : { ...state, next: autosave };
      return { ...state, next: isSubmit ? request : (state.next ?? autosave) };
    case 'retrying':
    case 'deleted':
      return isSubmit ? saving(request, attempt) : state;
    case 'signed-out':
    case 'conflict':
      return isSubmit ? { ...state, request } : state;
    default:
      return saving(request, attempt);
  }
}

function afterAnswer<Theirs>(
  { request, next, failures }: SaveState<Theirs> & { kind: 'saving' },
  result: SaveResult<unknown, Theirs>,
  attempt: number,
): SaveState<Theirs> {
  if (result.ok) return next ? saving(next, attempt) : idle;
  const pending = next?.kind === 'submit' ? next : request;
  if (result.details !== null) {
    return { kind: 'conflict', request: pending, message: result.message, theirs: result.details.theirs };
  }
  switch (failureKind(result)) {
    case 'signed-out':
      return { kind: 'signed-out', request: pending };
    case 'rejected':
      // The text typed meanwhile may be acceptable.
      if (next) return saving(next, attempt);
      return {
        kind: 'rejected',
        message: rejectionMessage(result),
        fieldErrors: result.fieldErrors,
        by: request.kind,
      };
    case 'deleted':
      return { kind: 'deleted' };
    case 'failed':
      if (next?.kind === 'submit') return saving(next, attempt);
      // A failed click is not repeated: an autosave follows, which publishes nothing.
      return { kind: 'retrying', failures: failures + 1, reason: failureReason(result) };
  }
}

function saving(request: SaveRequest, attempt: number, failures = 0): SaveState<never> {
  return { kind: 'saving', attempt, request, next: null, failures };
}

/** The values of the form after a save that changed some: those that the user changed since `before` stay. */
export function afterSave<Values extends object>(
  now: Values,
  before: Values,
  changed: Partial<Values>,
): Values {
  const isSettled = (name: string) => Reflect.get(now, name) === Reflect.get(before, name);
  return { ...now, ...Object.fromEntries(Object.entries(changed).filter(([name]) => isSettled(name))) };
}

/** Milliseconds. */
const minRetryDelay = 1_000;
const maxRetryDelay = 30_000;

/** Milliseconds before the next attempt: doubled after each failure, spread so that not all forms retry at once. */
export function retryDelay(failures: number, random: number): number {
  const full = Math.min(maxRetryDelay, minRetryDelay * 2 ** Math.max(0, failures - 1));
  return Math.round(full * (0.75 + random / 2));
}

/**
 * The line that always tells whether the text is saved.
 * @param images number of images that are not part of the text yet: being uploaded, or failed
 */
export function saveLine(
  state: SaveState<{ isOwnSave: boolean }>,
  text: {
    noun: Noun;
    isUnsaved: boolean;
    isStored: boolean;
    isComplete: boolean;
    hasPendingChanges: boolean;
  },
  images: { underWay: number; failed: number },
): string {
  switch (state.kind) {
    case 'saving':
      return 'Saving…';
    case 'retrying':
      return `Not saved: ${state.reason} Trying again…`;
    case 'signed-out':
      return 'Not saved: your session has ended.';
    case 'conflict':
      return state.theirs.isOwnSave
        ? 'Not saved: you saved it in another window.'
        : 'Not saved: another user saved first.';
    case 'rejected':
      // After a click a toast has said why.
      return state.by === 'submit' ? 'Not saved' : `Not saved: ${state.message}`;
    case 'deleted':
      return `Not saved: this ${text.noun} has been deleted.`;
    case 'idle':
      if (text.isUnsaved) return text.isComplete ? 'Unsaved changes' : 'Not saved yet: a title is missing.';
      if (!text.isStored) return '';
      return (text.hasPendingChanges ? 'Saved, not live yet' : 'Saved') + missingImages(images);
  }
}

function missingImages({ underWay, failed }: { underWay: number; failed: number }): string {
  if (failed > 0) return `, without ${counted(failed, 'image')} that failed`;
  return underWay > 0 ? `, ${counted(underWay, 'image')} still on the way` : '';
}
