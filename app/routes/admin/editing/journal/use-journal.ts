import { useEffect, useLayoutEffect, useRef, useState } from 'react';

import { useLatest } from '#app/ui/use-latest.ts';
import { flushEvent, openJournal, type Journal } from './journal-store.ts';
import { entriesOfClosedForms, journalDelay, type JournalEntry } from './journal-rules.ts';
import { randomUuid } from '#app/routes/admin/random-uuid.ts';
import { isSame, type SavedText, type Text } from '../state/text.ts';

/** The state that the journal notes of the stored text. */
type Version = { id: string; version: number; pendingVersion: number };

/**
 * Stores unsaved text in the browser and deletes it once it is saved. Offers the text that an earlier form of the same
 * user did not save: after a crash, a closed tab, an ended session.
 */
export function useJournal<Values extends object>({
  userId,
  title,
  blank,
  text,
  stored,
  saved,
  isUnsaved,
  unansweredKeys,
  creationKey,
}: {
  userId: string;
  /** The name of this text for the user, where its values have no title. */
  title?: string;
  /** Values of fields that an entry of an earlier release does not have. */
  blank: Values;
  text: SavedText<Values>;
  stored: Version | null;
  saved: Text<Values>;
  isUnsaved: boolean;
  unansweredKeys: () => string[];
  creationKey: string | null;
}) {
  const [formId] = useState(randomUuid);
  const [journal, setJournal] = useState<Journal | null>(null);
  const [isFailing, setIsFailing] = useState(false);
  const [offers, setOffers] = useState<Offer<Values>[]>([]);
  const post = stored?.id ?? 'new';
  const { values, bodyRevision } = text;

  const entryOfNow = (id: string): JournalEntry<Values> => ({
    id,
    userId,
    post,
    creationKey,
    ...(title === undefined ? {} : { title }),
    values: text.now().values,
    content: text.now().content,
    version: stored?.version ?? null,
    pendingVersion: stored?.pendingVersion ?? 0,
    saveKeys: unansweredKeys(),
    at: Date.now(),
  });
  const noteFailure = (written: Promise<unknown> | undefined) => {
    written?.catch(() => setIsFailing(true));
  };
  const latest = useLatest(() => {
    const entry = entryOfNow(formId);
    const isBodyUnsaved = text.bodyRevision !== saved.bodyRevision;
    const written = journal?.put([isBodyUnsaved ? entry : { ...entry, content: null }]);
    noteFailure(written?.then(() => setIsFailing(false)));
    sessionStorage.setItem(formOfTab, formId);
  });

  // The text that the form began with.
  const atStart = useRef({ userId, post, blank, stored: saved });
  useEffect(() => {
    let hasEnded = false;
    const formBefore = sessionStorage.getItem(formOfTab);
    let opened: Journal | null = null;
    const release = holdFormLock(formId);
    async function start() {
      opened = await openJournal();
      if (hasEnded) return;
      if (!opened) return setIsFailing(true);
      setJournal(opened);
      const begun = atStart.current;
      const entries = await opened.list(begun.userId, begun.post, begun.blank);
      const forms = { formId, openForms: await openFormIds() };
      const { toOffer, idsToDelete } = entriesOfClosedForms(entries, forms, begun.stored);
      await opened.delete(idsToDelete);
      if (!hasEnded) setOffers(toOffer.map((entry) => ({ ...entry, isOfTab: entry.id === formBefore })));
      await opened.prune(Date.now());
    }
    start().catch(() => {});
    return () => {
      hasEnded = true;
      // The form was left, not loaded again.
      sessionStorage.removeItem(formOfTab);
      release();
    };
  }, [formId]);

  const writer = useRef<Writer>(null);
  // A layout effect, because the editor is removed before the cleanup of an ordinary effect runs.
  useLayoutEffect(() => {
    if (!journal) return;
    const delayed = delayedWriter(() => latest.current());
    writer.current = delayed;
    const onHidden = () => {
      if (document.visibilityState === 'hidden') delayed.flush();
    };
    const stop = new AbortController();
    // At the first of these events: a page that is closing may not finish a write.
    for (const event of ['beforeunload', 'pagehide', flushEvent])
      window.addEventListener(event, delayed.flush, { signal: stop.signal });
    document.addEventListener('visibilitychange', onHidden, { signal: stop.signal });
    return () => {
      delayed.flush();
      writer.current = null;
      stop.abort();
    };
  }, [journal, latest]);

  useEffect(() => {
    if (!journal) return;
    if (isUnsaved) {
      writer.current?.write();
      return;
    }
    writer.current?.cancel();
    journal.delete([formId]).catch(() => {});
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each change of the text or of what is stored is written
  }, [journal, formId, isUnsaved, values, bodyRevision, stored, creationKey]);

  const [offer = null] = offers;
  return {
    offer,
    /** The browser stores nothing: unsaved text exists only in this form. */
    isFailing,
    /**
     * Stores the offered entry as that of this form, then deletes the offered one. The text that was in the form is
     * offered in turn.
     */
    takeOffer: () => {
      if (!journal || offer === null) return;
      const begun = atStart.current.stored;
      const isTyped = bodyRevision > begun.bodyRevision || !isSame(values, begun.values);
      const replaced = isTyped ? [entryOfNow(randomUuid())] : [];
      setOffers((before) => [...before.filter(({ id }) => id !== offer.id), ...replaced]);
      noteFailure(journal.put([...replaced, { ...offer, id: formId }], [offer.id]));
    },
    /**
     * The stored text replaces that of the form. Unsaved text of the form is offered in turn, as typed over the stored
     * version.
     */
    replaceText: ({ version, pendingVersion, ...content }: Version & { values: Values; content: string }) => {
      const begun = { ...content, bodyRevision: bodyRevision + 1 };
      atStart.current = { ...atStart.current, stored: begun };
      if (!isUnsaved) return;
      const replaced = { ...entryOfNow(randomUuid()), version, pendingVersion };
      setOffers((before) => [...before, replaced]);
      noteFailure(journal?.put([replaced]));
    },
    dropOffer: (dropped: Offer<Values>) => {
      setOffers((before) => before.filter(({ id }) => id !== dropped.id));
      journal?.delete([dropped.id]).catch(() => {});
    },
    /** Stores and offers an entry again, also after this form was left. */
    offerAgain: (taken: Offer<Values>) => {
      setOffers((before) => [{ ...taken, isOfTab: false }, ...before]);
      noteFailure(journal?.put([taken]));
    },
    /** Stores all text typed so far, before the page may be left. */
    flush: () => writer.current?.flush(),
  };
}

/** `isOfTab`: typed in this tab, before it was loaded again. */
type Offer<Values extends object> = JournalEntry<Values> & { isOfTab?: boolean };

/** The key of the form that this tab shows, as long as the tab is open. */
const formOfTab = 'anyforge-form';

type Writer = ReturnType<typeof delayedWriter>;

/** Writes after a pause that grows with the time that writing takes. */
function delayedWriter(put: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cost = 0;

  function cancel() {
    clearTimeout(timer);
    timer = undefined;
  }
  function flush() {
    if (timer === undefined) return;
    cancel();
    const started = performance.now();
    put();
    cost = performance.now() - started;
  }
  return {
    write: () => {
      timer ??= setTimeout(flush, journalDelay(cost));
    },
    flush,
    cancel,
  };
}

const lockPrefix = 'anyforge-form-';

/** Tells other tabs that this form is open. The lock of a tab that crashes is released by the browser. */
function holdFormLock(formId: string): () => void {
  if (!('locks' in navigator)) return () => {};
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  navigator.locks.request(lockPrefix + formId, () => isReleased).catch(() => {});
  return release;
}

/** Locks exist on secure origins only. Elsewhere a form in another tab counts as closed, and its text is offered too. */
async function openFormIds(): Promise<Set<string>> {
  if (!('locks' in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  return new Set(
    held.flatMap(({ name }) => (name?.startsWith(lockPrefix) ? [name.slice(lockPrefix.length)] : [])),
  );
}
