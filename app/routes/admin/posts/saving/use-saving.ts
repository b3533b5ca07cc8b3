import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useFetcher } from 'react-router';

import { savedVersionOf, type EditState, type SavedVersion } from '../state/edit-state.ts';
import {
  afterSave,
  isSame,
  postFormData,
  storedValuesOf,
  type PostValues,
  type StoredValues,
} from '../state/post-values.ts';
import { randomUuid } from '#app/routes/admin/random-uuid.ts';
import type { SaveOutcome } from './save-outcome.ts';
import {
  keep,
  nextSaveState,
  retryDelay,
  type SaveEvent,
  type SaveState,
  type Wanted,
} from './save-state.ts';
import type { Text, TextControls } from '../state/use-text.ts';

/** Milliseconds without a change before the text is saved by itself, and the longest it waits for such a pause. */
const pause = 3_000;
const longestWait = 20_000;

/** Each holds a copy of the text. */
const mostUnanswered = 50;

/** A save on its way: what was sent, so that what is typed meanwhile is not taken for saved. */
type Attempt = { key: string; wanted: Wanted; atPress: PostValues; sent: Text };

export type Saving = ReturnType<typeof useSaving>;

/**
 * Keeps the text stored: by itself after a pause, at once on a press, again and again after a failure. Knows its own
 * saves by their keys, so that one whose answer was lost is never taken for somebody else's.
 *
 * @param creationKey makes creating happen once, whatever becomes of the answers
 * @param onOutcome told of every answer, after the text has been brought in line with it
 */
export function useSaving({
  text,
  initial,
  writerId,
  creationKey,
  onOutcome,
}: {
  text: TextControls;
  initial: { stored: SavedVersion | null; values: PostValues; content: string; state: SaveState };
  writerId: string;
  creationKey: string | null;
  onOutcome: (outcome: SaveOutcome, wanted: Wanted) => void;
}) {
  const fetcher = useFetcher<SaveOutcome>();
  const attempts = useRef(0);
  const [state, step] = useReducer(
    (before: SaveState, [event, attempt]: [SaveEvent, number]) => nextSaveState(before, event, attempt),
    initial.state,
  );
  const tell = useCallback((event: SaveEvent) => {
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
  const told = useRef<SaveOutcome>(undefined);

  const isPublished = stored?.isPublished ?? false;
  const isBodyUnsaved = text.bodyRevision !== saved.bodyRevision;
  const isUnsaved = isBodyUnsaved || !isSame(text.values, saved.values);
  // The switch of a post that is not public waits for a press: nothing is ever published by itself.
  const comparable = isPublished ? text.values : { ...text.values, published: saved.values.published };
  const canKeep = (isBodyUnsaved || !isSame(comparable, saved.values)) && text.values.title.trim() !== '';

  useEffect(() => {
    if (state.kind !== 'sending' || state.attempt === sentAttempt.current) return;
    sentAttempt.current = state.attempt;
    const { wanted } = state;
    const now = text.now();
    const values = wanted.kind === 'press' ? { ...now.values, published: wanted.published } : now.values;
    const attempt: Attempt = { key: randomUuid(), wanted, atPress: now.values, sent: { ...now, values } };
    underWay.current = attempt;
    unanswered.current = [...unanswered.current, attempt].slice(-mostUnanswered);
    const form = postFormData(values, now.content, {
      intent: wanted.kind === 'keep' ? 'keep' : 'save',
      saveKey: attempt.key,
      writerId,
      ...(creationKey === null ? {} : { creationKey }),
      ...(stored
        ? { id: stored.id, version: String(stored.version), draftVersion: String(stored.draftVersion) }
        : {}),
    });
    void fetcher.submit(form, { method: 'post', encType: 'multipart/form-data' });
  }, [state, text, stored, writerId, creationKey, fetcher]);

  /** What was sent is what is stored now, but for what a press has settled otherwise. */
  function settle({ sent, atPress }: Attempt, now: SavedVersion, settled: StoredValues | null) {
    setStored(savedVersionOf(now));
    unanswered.current = [];
    if (settled === null) {
      const published = now.isPublished && sent.values.published;
      setSaved({ ...sent, values: { ...sent.values, published } });
    } else {
      setSaved({ ...sent, values: { ...sent.values, ...settled } });
      text.update((before) => afterSave(before, atPress, settled));
    }
  }

  function hear(outcome: SaveOutcome) {
    const attempt = underWay.current;
    underWay.current = null;
    if (!attempt) return;
    if (outcome.kind === 'saved') settle(attempt, outcome, outcome.stored);
    if (outcome.kind === 'refused') unanswered.current = unanswered.current.filter((one) => one !== attempt);
    tell({ kind: 'answered', outcome });
    const own = outcome.kind === 'conflict' ? ownSaveAt(outcome.theirs, attempt) : undefined;
    if (outcome.kind === 'conflict' && own) hearOfOwn(own, attempt, outcome.theirs);
    else onOutcome(outcome, attempt.wanted);
  }

  /** A save of ours had arrived, and its answer had not. */
  function hearOfOwn(own: Attempt, attempt: Attempt, there: EditState) {
    const settled = own.wanted.kind === 'press' ? storedValuesOf(there.values) : null;
    settle(own, there, settled);
    const isAllThere =
      attempt.wanted.kind === 'keep' &&
      own.sent.bodyRevision === text.bodyRevision &&
      isSame(own.atPress, text.values);
    tell({ kind: isAllThere ? 'settled' : 'cleared' });
    if (isAllThere) onOutcome({ kind: 'saved', ...savedVersionOf(there), stored: settled }, own.wanted);
  }

  /** The save of ours that made what is stored there, or might as well have. */
  function ownSaveAt(there: EditState, attempt: Attempt): Attempt | undefined {
    const isEqual = isSame(there.values, attempt.sent.values) && there.content === attempt.sent.content;
    return isEqual ? attempt : unanswered.current.find(({ key }) => key === there.saveKey);
  }

  const latest = useRef({ hear });
  useEffect(() => {
    latest.current = { hear };
  });
  useEffect(() => {
    if (fetcher.state !== 'idle' || !fetcher.data || told.current === fetcher.data) return;
    told.current = fetcher.data;
    latest.current.hear(fetcher.data);
  }, [fetcher.state, fetcher.data]);

  useTimeToKeep(canKeep, text, () => tell({ kind: 'asked', wanted: keep }));
  useRetries(state, () => tell({ kind: 'due' }));

  return {
    state,
    stored,
    saved,
    isUnsaved,
    /** Names the saves of this form that may have arrived without an answer. */
    unansweredKeys: useCallback(() => unanswered.current.map(({ key }) => key), []),
    /** A button's save is under way. */
    isPressing: state.kind === 'sending' && (state.wanted.kind === 'press' || state.next?.kind === 'press'),
    press: (published: boolean) => tell({ kind: 'asked', wanted: { kind: 'press', published } }),
    /** Stores the text now as a press on no button does: as a draft of a new post, or pending changes. */
    keepNow: () => tell(state.kind === 'waiting' ? { kind: 'due' } : { kind: 'asked', wanted: keep }),
    signedIn: () => tell({ kind: 'signed-in' }),
    /** The text now in the form was begun on something else than what is stored: somebody has to choose. */
    compareWith: (theirs: EditState) =>
      tell({
        kind: 'versionConflict',
        theirs,
        message: 'This post was saved again after that text was typed. Nothing of it has been lost.',
      }),
    /** Goes on from what somebody else saved, with the text that is in the form by then. */
    goOnFrom: (theirs: EditState) => {
      setStored(savedVersionOf(theirs));
      setSaved({ values: theirs.values, content: theirs.content, bodyRevision: -1 });
      tell({ kind: 'cleared' });
    },
    /** Takes what is stored for the text; nothing is left to save, and no answer is waited for. */
    settleOn: (there: EditState, bodyRevision: number) => {
      underWay.current = null;
      unanswered.current = [];
      setStored(savedVersionOf(there));
      setSaved({ values: there.values, content: there.content, bodyRevision });
      tell({ kind: 'settled' });
    },
  };
}

/** After a pause in typing, at the latest when it has gone on for long, and at once when the page is hidden. */
function useTimeToKeep(canKeep: boolean, text: TextControls, keepNow: () => void) {
  const since = useRef<number | null>(null);
  const ask = useRef(keepNow);
  useEffect(() => {
    ask.current = keepNow;
  });

  const { values, bodyRevision } = text;
  useEffect(() => {
    if (!canKeep) {
      since.current = null;
      return;
    }
    since.current ??= Date.now();
    const left = since.current + longestWait - Date.now();
    const timer = setTimeout(
      () => {
        since.current = null;
        ask.current();
      },
      Math.max(0, Math.min(pause, left)),
    );
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every change begins the pause anew
  }, [canKeep, values, bodyRevision]);

  useEffect(() => {
    if (!canKeep) return;
    const onHidden = () => {
      if (document.visibilityState === 'hidden') ask.current();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => document.removeEventListener('visibilitychange', onHidden);
  }, [canKeep]);
}

function useRetries(state: SaveState, retry: () => void) {
  const again = useRef(retry);
  useEffect(() => {
    again.current = retry;
  });
  useEffect(() => {
    if (state.kind !== 'waiting') return;
    const onTime = () => again.current();
    const timer = setTimeout(onTime, retryDelay(state.failures, Math.random()));
    window.addEventListener('online', onTime);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', onTime);
    };
  }, [state]);
}
