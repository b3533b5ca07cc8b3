import { useCallback, useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';

import { useLatest } from '#app/ui/use-latest.ts';
import type { FieldErrors } from '#domain/core/errors.ts';
import { expectAnswer } from '#app/routes/admin/actions/answers.ts';
import { randomUuid } from '#app/routes/admin/random-uuid.ts';
import { isStale, type JournalEntry } from '../journal/journal-rules.ts';
import { isSame, type SavedText, type Text } from '../state/text.ts';
import { failureKind, type SaveResult } from './save-result.ts';
import {
  afterSave,
  autosave,
  followSaves,
  retryDelay,
  type SaveRequest,
  type SaveState,
} from './save-state.ts';

/** Milliseconds without a change before an autosave, and the longest time without such a pause. */
const autosavePause = 3_000;
const maxAutosaveDelay = 20_000;

/** Each holds a copy of the text. */
const maxUnanswered = 50;

/** The stored form of a text: its state, the key of the save that stored it, and who saved it. */
export type StoredText<Values> = { values: Values; content: string; saveKey: string; isOwnSave: boolean };

/**
 * The description that saving needs of one kind of text. `Values` are those of its form, `Version` is what a save must
 * know of the stored text.
 */
export type TextKind<Values, Version> = {
  /** True if this text can be stored by itself at all. */
  isComplete: (text: { values: Values; bodyRevision: number }, stored: Version | null) => boolean;
  /** The values that a save asks to store. */
  sent: (values: Values, request: SaveRequest, stored: Version | null) => Values;
  /** @param request what it is sent for; `saveKey` names this save */
  formData: (
    text: { values: Values; content: string },
    save: { request: SaveRequest; saveKey: string; stored: Version | null },
  ) => FormData;
};

/** The data that a save sends to the form. `stored`: values that it changed from what was sent. */
export type Saved<Values, Version> = Version & { stored: Partial<Values> | null };

/**
 * A save under way. `before` and `sent` are the text of that moment; `sent` holds the published state that a click
 * asked for. Changes made since are not taken for saved.
 */
type Attempt<Values> = { key: string; request: SaveRequest; before: Values; sent: Text<Values> };

/**
 * Saves the text: after a pause in typing, at once after a click, and again after a failure. Each save has a key, so that
 * a save of this form whose answer was lost is not taken for that of another user.
 *
 * @param onResult called for each answer, after the form was brought in line with it
 */
export function useSaving<
  Values extends object,
  Version extends { version: number; pendingVersion: number },
  Theirs extends Version & StoredText<Values>,
>({
  kind,
  text,
  initial,
  staleMessage,
  onResult,
}: {
  kind: TextKind<Values, Version>;
  text: SavedText<Values>;
  initial: { stored: Theirs | null; values: Values; content: string; state: SaveState<Theirs> };
  /** The message where the text was typed over another version than the stored one. */
  staleMessage: string;
  onResult: (result: SaveResult<Saved<Values, Version>, Theirs>, request: SaveRequest) => void;
}) {
  type Result = SaveResult<Saved<Values, Version>, Theirs>;
  const { submit } = useFetcher<Result>();
  const [state, setState] = useState(initial.state);
  const [dispatch] = useState(() => followSaves(initial.state, setState));
  const [refused, setRefused] = useState<{ values: Values; fieldErrors: FieldErrors } | null>(null);

  const [stored, setStored] = useState<Version | null>(initial.stored);
  const [saved, setSaved] = useState<Text<Values>>({
    values: initial.values,
    content: initial.content,
    bodyRevision: 0,
  });
  /** The newest attempt: an answer to another one comes too late. */
  const underWay = useRef<Attempt<Values> | null>(null);
  const unanswered = useRef<Attempt<Values>[]>([]);
  const sentAttempt = useRef(0);

  const isBodyUnsaved = text.bodyRevision !== saved.bodyRevision;
  const isUnsaved = isBodyUnsaved || !isSame(text.values, saved.values);
  const isComplete = kind.isComplete(text, stored);
  const autosaved = kind.sent(text.values, autosave, stored);
  const canAutosave = (isBodyUnsaved || !isSame(autosaved, saved.values)) && isComplete;

  const latestReceive = useLatest(receive);
  useEffect(() => {
    if (state.kind !== 'saving' || state.attempt === sentAttempt.current) return;
    sentAttempt.current = state.attempt;
    const { request } = state;
    const now = text.now();
    const values = kind.sent(now.values, request, stored);
    const last = unanswered.current.at(-1);
    // The same text again is the same save.
    const isRepeat =
      last?.request.kind === request.kind &&
      last.sent.bodyRevision === now.bodyRevision &&
      isSame(last.sent.values, values);
    const attempt: Attempt<Values> = {
      key: isRepeat ? last.key : randomUuid(),
      request,
      before: now.values,
      sent: { ...now, values },
    };
    underWay.current = attempt;
    unanswered.current = [...unanswered.current, attempt].slice(-maxUnanswered);
    const form = kind.formData({ values, content: now.content }, { request, saveKey: attempt.key, stored });
    expectAnswer<Result>(form, (result) => latestReceive.current(attempt, result));
    void submit(form, { method: 'post', encType: 'multipart/form-data' });
  }, [state, text, stored, kind, submit, latestReceive]);

  /** Takes what was sent for stored, except for values that the save changed. */
  function settle({ sent, before }: Attempt<Values>, now: Version, changed: Partial<Values> | null) {
    setStored(now);
    unanswered.current = [];
    setSaved({ ...sent, values: { ...sent.values, ...changed } });
    if (changed !== null) text.update((values) => afterSave(values, before, changed));
  }

  function receive(attempt: Attempt<Values>, result: Result) {
    if (underWay.current !== attempt) return;
    underWay.current = null;
    const theirs = result.ok ? null : (result.details?.theirs ?? null);
    if (result.ok && result.value) settle(attempt, result.value, result.value.stored);
    const isRejected = !result.ok && theirs === null && failureKind(result) === 'rejected';
    if (isRejected) unanswered.current = unanswered.current.filter((one) => one !== attempt);
    if (attempt.request.kind === 'submit')
      setRefused(isRejected ? { values: attempt.before, fieldErrors: result.fieldErrors } : null);
    dispatch({ kind: 'answered', result });
    const own = theirs && findOwnSave(theirs, attempt);
    if (theirs && own) receiveOwn(own, attempt, theirs);
    else onResult(result, attempt.request);
  }

  /** The conflict is with a save of this form that arrived without an answer. */
  function receiveOwn(own: Attempt<Values>, attempt: Attempt<Values>, there: Theirs) {
    const changed = own.request.kind === 'submit' ? there.values : null;
    settle(own, there, changed);
    const isSettled =
      attempt.request.kind === 'autosave' &&
      own.sent.bodyRevision === text.bodyRevision &&
      isSame(own.before, text.values);
    dispatch({ kind: isSettled ? 'settled' : 'resolved' });
    if (!isSettled) return;
    onResult({ ok: true, toast: null, typed: {}, value: { ...there, stored: changed } }, own.request);
  }

  /** The save of this form that stored the state, or one that would have stored the same. */
  function findOwnSave(there: Theirs, attempt: Attempt<Values>): Attempt<Values> | undefined {
    const isEqual = isSame(there.values, attempt.sent.values) && there.content === attempt.sent.content;
    return isEqual ? attempt : unanswered.current.find(({ key }) => key === there.saveKey);
  }

  useAutosave(canAutosave, text, () => dispatch({ kind: 'requested', request: autosave }));
  useRetries(state, () => dispatch({ kind: 'retry' }));

  // The errors of a click stay, whatever is saved by itself, until the field is changed or another click is answered.
  const fieldErrors: FieldErrors = {
    ...(refused && unchangedErrors(refused, text.values)),
    ...(state.kind === 'rejected' && state.fieldErrors),
  };
  /** True if the text of the entry was typed over another version than the loaded one. */
  function isOutdated(entry: JournalEntry<Values>): boolean {
    const theirs = initial.stored;
    // After a save of this form the stored text is its own, which the journal now offers in turn.
    const isAsLoaded =
      theirs?.version === stored?.version && theirs?.pendingVersion === stored?.pendingVersion;
    return theirs !== null && isAsLoaded && isStale(entry, theirs);
  }

  const isSubmitUnderWay = state.kind === 'saving' && state.request.kind === 'submit';
  const isSubmitNext = state.kind === 'saving' && state.next?.kind === 'submit';
  return {
    state,
    stored,
    saved,
    isUnsaved,
    isComplete,
    fieldErrors,
    /** The keys of the saves of this form that may have arrived without an answer. */
    unansweredKeys: useCallback(() => unanswered.current.map(({ key }) => key), []),
    /** A save that a click asked for is under way or comes next. */
    isSubmitting: isSubmitUnderWay || isSubmitNext,
    submit: (published: boolean) => dispatch({ kind: 'requested', request: { kind: 'submit', published } }),
    /** Stores the text now, without a button: as a draft of a new post, or as pending changes. */
    saveNow: () =>
      dispatch(state.kind === 'retrying' ? { kind: 'retry' } : { kind: 'requested', request: autosave }),
    signedIn: () => dispatch({ kind: 'signed-in' }),
    /** Text of the journal is in the form now: the user has to choose where it was typed over another version. */
    restored: (entry: JournalEntry<Values>) => {
      // Its saves may still arrive, and are no other user's then.
      const { saveKeys = [], values, content } = entry;
      const sent = { values, content: content ?? initial.content, bodyRevision: -1 };
      for (const key of saveKeys) unanswered.current.push({ key, request: autosave, before: values, sent });
      if (initial.stored !== null && isOutdated(entry))
        dispatch({ kind: 'conflict-found', theirs: initial.stored, message: staleMessage });
    },
    isOutdated,
    /** Saves the text of the form over what another user saved. */
    continueFrom: (theirs: Theirs) => {
      setStored(theirs);
      setSaved({ values: theirs.values, content: theirs.content, bodyRevision: -1 });
      dispatch({ kind: 'resolved' });
    },
    /** Takes the text for saved as it is stored; the answer of a save under way is ignored. */
    settleOn: (there: Theirs, bodyRevision: number) => {
      underWay.current = null;
      unanswered.current = [];
      setStored(there);
      setSaved({ values: there.values, content: there.content, bodyRevision });
      dispatch({ kind: 'settled' });
    },
  };
}

function unchangedErrors<Values extends object>(
  refused: { values: Values; fieldErrors: FieldErrors },
  values: Values,
): FieldErrors {
  const valueAt = (of: Values, path: string) => ({ value: Reflect.get(of, path.split('.')[0] ?? '') });
  return Object.fromEntries(
    Object.entries(refused.fieldErrors).filter(([path]) =>
      isSame(valueAt(refused.values, path), valueAt(values, path)),
    ),
  );
}

/** Saves after a pause in typing, at the latest after `maxAutosaveDelay`, and at once when the page is hidden. */
function useAutosave<Values>(
  canAutosave: boolean,
  text: Pick<SavedText<Values>, 'values' | 'bodyRevision'>,
  save: () => void,
) {
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

function useRetries<Theirs>(state: SaveState<Theirs>, retry: () => void) {
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
