import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';

import { useLatest } from '#app/ui/use-latest.ts';
import type { FieldErrors } from '#domain/core/errors.ts';
import { expectAnswer } from '#app/routes/admin/actions/answers.ts';
import { isStale, type JournalEntry } from '../journal/journal-rules.ts';
import { isSame, type SavedText, type Text, type Versions } from '../state/text.ts';
import { attemptsOf, findOwnSave, nextAttempt, type SaveAttempt, type StoredText } from './save-attempts.ts';
import { failureKind, type SaveResult } from './save-result.ts';
import {
  afterSave,
  autosave,
  followSaves,
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
 * The description that saving needs of one kind of text. `Values` are those of its form, `Version` is what a save must
 * know of the stored text.
 */
export type TextKind<Values, Version> = {
  /** True if this text can be stored by itself at all. */
  isComplete: (text: { values: Values; bodyRevision: number }, stored: Version | null) => boolean;
  sent: (values: Values, request: SaveRequest, stored: Version | null) => Values;
  /** @param request what it is sent for; `saveKey` names this save */
  formData: (
    text: { values: Values; content: string },
    save: { request: SaveRequest; saveKey: string; stored: Version | null },
  ) => FormData;
};

/** The data that a save sends to the form. `stored`: values that it changed from what was sent. */
export type Saved<Values, Version> = Version & { stored: Partial<Values> | null };

type Base<Values, Version> = { stored: Version | null; saved: Text<Values> };

export type SavingForm<Values, Version, Theirs> = {
  kind: TextKind<Values, Version>;
  text: SavedText<Values>;
  initial: { stored: Theirs | null; values: Values; content: string; state: SaveState<Theirs> };
  /** The message where the text was typed over another version than the stored one. */
  staleMessage: string;
  /** Called for each answer, after the form was brought in line with it. */
  onResult: (result: SaveResult<Saved<Values, Version>, Theirs>, request: SaveRequest) => void;
};

/**
 * Saves the text: after a pause in typing, at once after a click, and again after a failure. Each save has a key, so that
 * a save of this form whose answer was lost is not taken for that of another user.
 */
export function useSaving<
  Values extends object,
  Version extends Versions,
  Theirs extends Version & StoredText<Values>,
>(form: SavingForm<Values, Version, Theirs>) {
  const { initial } = form;
  const saves = useSaves<Values, Version, Theirs>(initial);
  const { state, dispatch, unansweredRef, base, setBase } = saves;
  const fieldErrors = useSender(form, saves);
  const { canAutosave, ...unsaved } = unsavedIn(form, base);
  useAutosave(canAutosave, form.text, dispatch);
  useRetries(state, dispatch);

  const save = (request: SaveRequest) => dispatch({ kind: 'requested', request });
  const takeStored = (there: Theirs, bodyRevision: number) =>
    setBase({ stored: there, saved: { values: there.values, content: there.content, bodyRevision } });
  const { stored: loaded } = initial;
  // After a save of this form the stored text is its own, which the journal now offers in turn.
  const isAsLoaded =
    loaded?.version === base.stored?.version && loaded?.pendingVersion === base.stored?.pendingVersion;
  const isOutdated = (entry: JournalEntry<Values>) => isAsLoaded && loaded !== null && isStale(entry, loaded);
  return {
    state,
    ...base,
    ...unsaved,
    fieldErrors,
    /** True if the text is saved by itself, now or after a pause. */
    isAutosaving: unsaved.isComplete && (state.kind === 'idle' || state.kind === 'saving'),
    unansweredKeys: () => unansweredRef.current.map(({ key }) => key),
    /** True if a save that a click asked for is under way or comes next. */
    isSubmitting:
      state.kind === 'saving' && [state.request, state.next].some((one) => one?.kind === 'submit'),
    submit: (published: boolean) => save({ kind: 'submit', published }),
    /** Stores the text now, without a button: as a draft of a new post, or as pending changes. */
    saveNow: () => (state.kind === 'retrying' ? dispatch({ kind: 'retry' }) : save(autosave)),
    signedIn: () => dispatch({ kind: 'signed-in' }),
    /** Text of the journal is in the form now: the user has to choose where it was typed over another version. */
    restored: (entry: JournalEntry<Values>) => {
      unansweredRef.current.unshift(...attemptsOf(entry, initial.content));
      if (loaded !== null && isOutdated(entry))
        dispatch({ kind: 'conflict-found', theirs: loaded, message: form.staleMessage });
    },
    /** True if the text of the entry was typed over another version than the loaded one. */
    isOutdated,
    /** Saves the text of the form over what another user saved. */
    continueFrom: (theirs: Theirs) => {
      takeStored(theirs, -1);
      dispatch({ kind: 'resolved' });
    },
    /** Takes the text for saved as it is stored; the answer of a save under way is ignored. */
    settleOn: (there: Theirs, bodyRevision: number) => {
      unansweredRef.current = [];
      takeStored(there, bodyRevision);
      dispatch({ kind: 'settled' });
    },
  };
}

/** The saves of a form: the state of the newest one, those without an answer, and what they have stored. */
function useSaves<Values, Version, Theirs extends Version>(
  initial: SavingForm<Values, Version, Theirs>['initial'],
) {
  const [state, setState] = useState(initial.state);
  const [dispatch] = useState(() => followSaves(initial.state, setState));
  const unansweredRef = useRef<SaveAttempt<Values>[]>([]);
  const { stored, values, content } = initial;
  const [base, setBase] = useState<Base<Values, Version>>({
    stored,
    saved: { values, content, bodyRevision: 0 },
  });
  return { state, dispatch, unansweredRef, base, setBase };
}

/** Tells whether the text can be stored, and whether it, or what an autosave would send of it, differs from what is saved. */
function unsavedIn<Values extends object, Version>(
  { kind, text }: Pick<SavingForm<Values, Version, never>, 'kind' | 'text'>,
  { stored, saved }: Base<Values, Version>,
) {
  const isBodyUnsaved = text.bodyRevision !== saved.bodyRevision;
  const differs = (values: Values) => isBodyUnsaved || !isSame(values, saved.values);
  const isComplete = kind.isComplete(text, stored);
  const canAutosave = isComplete && differs(kind.sent(text.values, autosave, stored));
  return { isUnsaved: differs(text.values), isComplete, canAutosave };
}

/** Sends the text when a new attempt begins, and brings the form in line with the answer. @returns the errors of fields */
function useSender<Values extends object, Version, Theirs extends Version & StoredText<Values>>(
  { kind, text, onResult }: SavingForm<Values, Version, Theirs>,
  saves: ReturnType<typeof useSaves<Values, Version, Theirs>>,
): FieldErrors {
  type Result = SaveResult<Saved<Values, Version>, Theirs>;
  const { state, dispatch, unansweredRef, base, setBase } = saves;
  const { stored } = base;
  const { submit } = useFetcher<Result>();
  const [refused, setRefused] = useState<Refused<Values> | null>(null);
  const sentAttempt = useRef(0);

  const latestReceive = useLatest(receive);
  useEffect(() => {
    if (state.kind !== 'saving' || state.attempt === sentAttempt.current) return;
    sentAttempt.current = state.attempt;
    const { request } = state;
    const { content, ...now } = text.now();
    const sent = { ...now, content, values: kind.sent(now.values, request, stored) };
    const attempt = nextAttempt(unansweredRef.current.at(-1), { request, before: now.values, sent });
    unansweredRef.current = [...unansweredRef.current, attempt].slice(-maxUnanswered);
    const form = kind.formData(sent, { request, saveKey: attempt.key, stored });
    expectAnswer<Result>(form, (result) => latestReceive.current(attempt, result));
    void submit(form, { method: 'post', encType: 'multipart/form-data' });
  }, [state, text, stored, kind, submit, unansweredRef, latestReceive]);

  function receive(attempt: SaveAttempt<Values>, result: Result) {
    // An answer to an earlier attempt comes too late.
    if (unansweredRef.current.at(-1) !== attempt) return;
    const theirs = result.ok ? null : (result.details?.theirs ?? null);
    const own = theirs && findOwnSave(theirs, attempt, unansweredRef.current);
    const isRejected = !result.ok && theirs === null && failureKind(result) === 'rejected';
    if (isRejected) unansweredRef.current.pop();
    if (attempt.request.kind === 'submit')
      setRefused(isRejected ? { values: attempt.before, fieldErrors: result.fieldErrors } : null);
    if (result.ok && result.value) settle(attempt, result.value, result.value.stored);
    dispatch({ kind: 'answered', result });
    if (!theirs || !own) return onResult(result, attempt.request);
    // The conflict is with a save of this form that arrived without an answer.
    const changed = own.request.kind === 'submit' ? theirs.values : null;
    settle(own, theirs, changed);
    const isBodySaved = own.sent.bodyRevision === text.bodyRevision;
    const isSettled = attempt.request.kind === 'autosave' && isBodySaved && isSame(own.before, text.values);
    dispatch({ kind: isSettled ? 'settled' : 'resolved' });
    if (isSettled)
      onResult({ ok: true, toast: null, typed: {}, value: { ...theirs, stored: changed } }, own.request);
  }

  /** Takes what was sent for stored, except for values that the save changed. */
  function settle({ sent, before }: SaveAttempt<Values>, now: Version, changed: Partial<Values> | null) {
    unansweredRef.current = [];
    setBase({ stored: now, saved: { ...sent, values: { ...sent.values, ...changed } } });
    if (changed !== null) text.update((values) => afterSave(values, before, changed));
  }

  // The errors of a click stay, whatever is saved by itself, until the field is changed or another click is answered.
  const ofClick = refused && unchangedErrors(refused, text.values);
  return { ...ofClick, ...(state.kind === 'rejected' && state.fieldErrors) };
}

type Refused<Values> = { values: Values; fieldErrors: FieldErrors };

function unchangedErrors<Values extends object>(refused: Refused<Values>, values: Values): FieldErrors {
  const valueAt = (of: Values, path: string) => ({ value: Reflect.get(of, path.split('.')[0] ?? '') });
  return Object.fromEntries(
    Object.entries(refused.fieldErrors).filter(([path]) =>
      isSame(valueAt(refused.values, path), valueAt(values, path)),
    ),
  );
}

type Dispatch<Theirs> = (event: SaveEvent<Theirs>) => void;

/** Saves after a pause in typing, at the latest after `maxAutosaveDelay`, and at once when the page is hidden. */
function useAutosave<Values, Theirs>(
  canAutosave: boolean,
  { values, bodyRevision }: SavedText<Values>,
  dispatch: Dispatch<Theirs>,
) {
  const unsavedSince = useRef<number | null>(null);
  useEffect(() => {
    if (!canAutosave) {
      unsavedSince.current = null;
      return;
    }
    const save = () => {
      unsavedSince.current = null;
      dispatch({ kind: 'requested', request: autosave });
    };
    unsavedSince.current ??= Date.now();
    const remaining = unsavedSince.current + maxAutosaveDelay - Date.now();
    const timer = setTimeout(save, Math.max(0, Math.min(autosavePause, remaining)));
    const onHidden = () => document.visibilityState === 'hidden' && save();
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onHidden);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each change starts the pause again
  }, [canAutosave, values, bodyRevision, dispatch]);
}

/** Tries again after a while, and at once when the connection is back. */
function useRetries<Theirs>(state: SaveState<Theirs>, dispatch: Dispatch<Theirs>) {
  useEffect(() => {
    if (state.kind !== 'retrying') return;
    const retry = () => dispatch({ kind: 'retry' });
    const timer = setTimeout(retry, retryDelay(state.failures, Math.random()));
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [state, dispatch]);
}
