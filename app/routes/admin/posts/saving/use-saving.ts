import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useFetcher } from 'react-router';

import { useLatest } from '#app/ui/use-latest.ts';
import { useArrival } from '#app/routes/admin/hooks/use-arrival.ts';
import { randomUuid } from '#app/routes/admin/random-uuid.ts';
import { savedVersionOf, type EditState, type SavedVersion } from '../state/edit-state.ts';
import {
  afterSave,
  isSame,
  postFormData,
  storedValuesOf,
  type PostValues,
  type StoredValues,
} from '../state/post-values.ts';
import type { Text, TextControls } from '../state/use-text.ts';
import { failureKind, type SaveResult } from './save-result.ts';
import {
  autosave,
  nextSaveState,
  retryDelay,
  type SaveEvent,
  type SaveRequest,
  type SaveState,
} from './save-state.ts';

/** Milliseconds without a change before an autosave, and the longest time without such a pause. */
const autosavePause = 3_000;
const maxAutosaveDelay = 20_000;

/** Each holds a copy of the text. */
const maxUnanswered = 50;

/**
 * A save under way. `before` and `sent` are the text of that moment; `sent` holds the published state that a click
 * asked for. Changes made since are not taken for saved.
 */
type Attempt = { key: string; request: SaveRequest; before: PostValues; sent: Text };

export type Saving = ReturnType<typeof useSaving>;

/**
 * Saves the text: after a pause in typing, at once after a click, and again after a failure. Each save has a key, so that
 * a save of this form whose answer was lost is not taken for that of another user.
 *
 * @param creationKey with it a post is created once, even if the answer is lost and the save repeated
 * @param onResult called for each answer, after the form was brought in line with it
 */
export function useSaving({
  text,
  initial,
  writerId,
  creationKey,
  onResult,
}: {
  text: TextControls;
  initial: { stored: SavedVersion | null; values: PostValues; content: string; state: SaveState };
  writerId: string;
  creationKey: string | null;
  onResult: (result: SaveResult, request: SaveRequest) => void;
}) {
  const fetcher = useFetcher<SaveResult>();
  const attempts = useRef(0);
  const [state, step] = useReducer(
    (before: SaveState, [event, attempt]: [SaveEvent, number]) => nextSaveState(before, event, attempt),
    initial.state,
  );
  const dispatch = useCallback((event: SaveEvent) => {
    attempts.current += 1;
    step([event, attempts.current]);
  }, []);

  const [stored, setStored] = useState(initial.stored);
  const [saved, setSaved] = useState<Text>({
    values: initial.values,
    content: initial.content,
    bodyRevision: 0,
  });
  const underWay = useRef<Attempt | null>(null);
  const unanswered = useRef<Attempt[]>([]);
  const sentAttempt = useRef(0);

  const isPublished = stored?.isPublished ?? false;
  const isBodyUnsaved = text.bodyRevision !== saved.bodyRevision;
  const isUnsaved = isBodyUnsaved || !isSame(text.values, saved.values);
  // An autosave does not publish: the switch of a post that is not public takes effect with a click.
  const comparable = isPublished ? text.values : { ...text.values, published: saved.values.published };
  const canAutosave = (isBodyUnsaved || !isSame(comparable, saved.values)) && text.values.title.trim() !== '';

  useEffect(() => {
    if (state.kind !== 'saving' || state.attempt === sentAttempt.current) return;
    sentAttempt.current = state.attempt;
    const { request } = state;
    const now = text.now();
    const values = request.kind === 'submit' ? { ...now.values, published: request.published } : now.values;
    const attempt: Attempt = { key: randomUuid(), request, before: now.values, sent: { ...now, values } };
    underWay.current = attempt;
    unanswered.current = [...unanswered.current, attempt].slice(-maxUnanswered);
    const form = postFormData(values, now.content, {
      intent: request.kind === 'autosave' ? 'autosave' : 'save',
      saveKey: attempt.key,
      writerId,
      ...(creationKey === null ? {} : { creationKey }),
      ...(stored
        ? { id: stored.id, version: String(stored.version), pendingVersion: String(stored.pendingVersion) }
        : {}),
    });
    void fetcher.submit(form, { method: 'post', encType: 'multipart/form-data' });
  }, [state, text, stored, writerId, creationKey, fetcher]);

  /** Takes what was sent for stored, except for values that the save changed. */
  function settle({ sent, before }: Attempt, now: SavedVersion, changed: StoredValues | null) {
    setStored(savedVersionOf(now));
    unanswered.current = [];
    if (changed === null) {
      const published = now.isPublished && sent.values.published;
      setSaved({ ...sent, values: { ...sent.values, published } });
    } else {
      setSaved({ ...sent, values: { ...sent.values, ...changed } });
      text.update((values) => afterSave(values, before, changed));
    }
  }

  function receive(result: SaveResult) {
    const attempt = underWay.current;
    underWay.current = null;
    if (!attempt) return;
    const theirs = result.ok ? null : (result.details?.theirs ?? null);
    if (result.ok && result.value) settle(attempt, result.value, result.value.stored);
    const isRejected = !result.ok && theirs === null && failureKind(result) === 'rejected';
    if (isRejected) unanswered.current = unanswered.current.filter((one) => one !== attempt);
    dispatch({ kind: 'answered', result });
    const own = theirs && findOwnSave(theirs, attempt);
    if (theirs && own) receiveOwn(own, attempt, theirs);
    else onResult(result, attempt.request);
  }

  /** The conflict is with a save of this form that arrived without an answer. */
  function receiveOwn(own: Attempt, attempt: Attempt, there: EditState) {
    const changed = own.request.kind === 'submit' ? storedValuesOf(there.values) : null;
    settle(own, there, changed);
    const isComplete =
      attempt.request.kind === 'autosave' &&
      own.sent.bodyRevision === text.bodyRevision &&
      isSame(own.before, text.values);
    dispatch({ kind: isComplete ? 'settled' : 'resolved' });
    if (!isComplete) return;
    const value = { ...savedVersionOf(there), stored: changed };
    onResult({ ok: true, toast: null, typed: {}, value }, own.request);
  }

  /** The save of this form that stored the state, or one that would have stored the same. */
  function findOwnSave(there: EditState, attempt: Attempt): Attempt | undefined {
    const isEqual = isSame(there.values, attempt.sent.values) && there.content === attempt.sent.content;
    return isEqual ? attempt : unanswered.current.find(({ key }) => key === there.saveKey);
  }

  useArrival(fetcher.state === 'idle' ? (fetcher.data as SaveResult | undefined) : undefined, receive);
  useAutosave(canAutosave, text, () => dispatch({ kind: 'requested', request: autosave }));
  useRetries(state, () => dispatch({ kind: 'retry' }));

  const isSubmitUnderWay = state.kind === 'saving' && state.request.kind === 'submit';
  const isSubmitNext = state.kind === 'saving' && state.next?.kind === 'submit';
  return {
    state,
    stored,
    saved,
    isUnsaved,
    /** The keys of the saves of this form that may have arrived without an answer. */
    unansweredKeys: useCallback(() => unanswered.current.map(({ key }) => key), []),
    /** A save that a click asked for is under way or comes next. */
    isSubmitting: isSubmitUnderWay || isSubmitNext,
    submit: (published: boolean) => dispatch({ kind: 'requested', request: { kind: 'submit', published } }),
    /** Stores the text now, without a button: as a draft of a new post, or as pending changes. */
    saveNow: () =>
      dispatch(state.kind === 'retrying' ? { kind: 'retry' } : { kind: 'requested', request: autosave }),
    signedIn: () => dispatch({ kind: 'signed-in' }),
    /** The text now in the form was typed over another version than the stored one: the user has to choose. */
    compareWith: (theirs: EditState) =>
      dispatch({
        kind: 'conflict-found',
        theirs,
        message: 'This post was saved again after that text was typed. No text has been lost.',
      }),
    /** Saves the text of the form over what another user saved. */
    continueFrom: (theirs: EditState) => {
      setStored(savedVersionOf(theirs));
      setSaved({ values: theirs.values, content: theirs.content, bodyRevision: -1 });
      dispatch({ kind: 'resolved' });
    },
    /** Takes the text for saved as it is stored; the answer of a save under way is ignored. */
    settleOn: (there: EditState, bodyRevision: number) => {
      underWay.current = null;
      unanswered.current = [];
      setStored(savedVersionOf(there));
      setSaved({ values: there.values, content: there.content, bodyRevision });
      dispatch({ kind: 'settled' });
    },
  };
}

/** Saves after a pause in typing, at the latest after `maxAutosaveDelay`, and at once when the page is hidden. */
function useAutosave(canAutosave: boolean, text: TextControls, save: () => void) {
  const unsavedSince = useRef<number | null>(null);
  const latestSave = useLatest(save);

  const { values, bodyRevision } = text;
  useEffect(() => {
    if (!canAutosave) {
      unsavedSince.current = null;
      return;
    }
    unsavedSince.current ??= Date.now();
    const remaining = unsavedSince.current + maxAutosaveDelay - Date.now();
    const timer = setTimeout(
      () => {
        unsavedSince.current = null;
        latestSave.current();
      },
      Math.max(0, Math.min(autosavePause, remaining)),
    );
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each change starts the pause again
  }, [canAutosave, values, bodyRevision, latestSave]);

  useEffect(() => {
    if (!canAutosave) return;
    const onHidden = () => {
      if (document.visibilityState === 'hidden') latestSave.current();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => document.removeEventListener('visibilitychange', onHidden);
  }, [canAutosave, latestSave]);
}

function useRetries(state: SaveState, retry: () => void) {
  const latestRetry = useLatest(retry);
  useEffect(() => {
    if (state.kind !== 'retrying') return;
    const onTime = () => latestRetry.current();
    const timer = setTimeout(onTime, retryDelay(state.failures, Math.random()));
    window.addEventListener('online', onTime);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', onTime);
    };
  }, [state, latestRetry]);
}
