import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

import { useLatest } from '#app/ui/use-latest.ts';
import { flushEvent, openJournal, type Journal } from './journal-store.ts';
import { entriesOfClosedForms, journalDelay, type JournalEntry } from './journal-rules.ts';
import { randomUuid } from '#app/routes/admin/random-uuid.ts';
import { isSame, type SavedText, type Text, type Versions } from '../state/text.ts';

export type JournaledForm<Values extends object> = {
  userId: string;
  /** The name of this text in the journal, where it is not the id of what is stored, or `new`. */
  journalName?: string | undefined;
  /** The name of this text for the user, where its values have no title. */
  title?: string;
  /** Values of fields that an entry of an earlier release does not have. */
  blank: Values;
  text: SavedText<Values>;
  stored: Versions | null;
  saved: Text<Values>;
  isUnsaved: boolean;
  unansweredKeys: () => string[];
  creationKey: string | null;
};

/** `isOfTab`: typed in this tab, before it was loaded again. */
type Offer<Values extends object> = JournalEntry<Values> & { isOfTab?: boolean };

/**
 * Stores unsaved text in the browser and deletes it once it is saved. Offers the text that an earlier form of the same
 * user did not save: after a crash, a closed tab, an ended session.
 */
export function useJournal<Values extends object>(form: JournaledForm<Values>) {
  const { text, saved, isUnsaved } = form;
  const [formId] = useState(randomUuid);
  const [isFailing, setIsFailing] = useState(false);
  const noteFailure = (written: Promise<unknown> | undefined) => {
    written?.catch(() => setIsFailing(true));
  };
  const atStartRef = useRef(form);
  const { journal, offers, setOffers } = useOpenJournal(formId, atStartRef, setIsFailing);
  const writer = useWriter(journal, formId, form, () => {
    const entry = entryOf(form, formId);
    const isBodyUnsaved = text.bodyRevision !== saved.bodyRevision;
    const written = journal?.put([isBodyUnsaved ? entry : { ...entry, content: null }]);
    noteFailure(written?.then(() => setIsFailing(false)));
    sessionStorage.setItem(formOfTab, formId);
  });

  /** The text of the form as an entry of its own; none where nothing was typed or restored here. */
  function copyOfTyped(): JournalEntry<Values>[] {
    const begun = atStartRef.current.saved;
    const isTyped = text.bodyRevision > begun.bodyRevision || !isSame(text.values, begun.values);
    return isTyped ? [entryOf(form, randomUuid())] : [];
  }

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
      const replaced = copyOfTyped();
      setOffers((before) => [...before.filter(({ id }) => id !== offer.id), ...replaced]);
      noteFailure(journal.put([...replaced, { ...offer, id: formId }], [offer.id]));
    },
    /**
     * The stored text replaces that of the form. Unsaved text of the form is offered in turn, as typed over the stored
     * version.
     */
    replaceText: ({
      version,
      pendingVersion,
      ...content
    }: Versions & { values: Values; content: string }) => {
      const begun = { ...content, bodyRevision: text.bodyRevision + 1 };
      atStartRef.current = { ...atStartRef.current, saved: begun };
      if (!isUnsaved) return;
      const replaced = { ...entryOf(form, randomUuid()), version, pendingVersion };
      setOffers((before) => [...before, replaced]);
      noteFailure(journal?.put([replaced]));
    },
    /** Offers the text of the form, which an undo is about to replace. */
    offerTyped: () => {
      const typed = copyOfTyped();
      setOffers((before) => [...typed, ...before]);
      noteFailure(journal?.put(typed));
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

function entryOf<Values extends object>(form: JournaledForm<Values>, id: string): JournalEntry<Values> {
  const { userId, title, text, stored, unansweredKeys, creationKey } = form;
  const { values, content } = text.now();
  return {
    id,
    userId,
    post: postOf(form),
    creationKey,
    ...(title === undefined ? {} : { title }),
    values,
    content,
    version: stored?.version ?? null,
    pendingVersion: stored?.pendingVersion ?? 0,
    saveKeys: unansweredKeys(),
    at: Date.now(),
  };
}

function postOf({ journalName, stored }: Pick<JournaledForm<never>, 'journalName' | 'stored'>): string {
  return journalName ?? stored?.id ?? 'new';
}

/** Opens the journal, and finds in it what forms of the user that are no longer open have not saved of the text. */
function useOpenJournal<Values extends object>(
  formId: string,
  atStartRef: RefObject<JournaledForm<Values>>,
  setIsFailing: (isFailing: true) => void,
) {
  const [journal, setJournal] = useState<Journal | null>(null);
  const [offers, setOffers] = useState<Offer<Values>[]>([]);
  useEffect(() => {
    let hasEnded = false;
    const formBefore = sessionStorage.getItem(formOfTab);
    const release = holdFormLock(formId);
    async function start() {
      const opened = await openJournal();
      if (hasEnded) return;
      if (!opened) return setIsFailing(true);
      setJournal(opened);
      const { userId, blank, saved } = atStartRef.current;
      const entries = await opened.list(userId, postOf(atStartRef.current), blank);
      const forms = { formId, openForms: await openFormIds() };
      const { toOffer, idsToDelete } = entriesOfClosedForms(entries, forms, saved);
      const earlier = toOffer.map((entry) => ({ ...entry, isOfTab: entry.id === formBefore }));
      if (!hasEnded) setOffers((before) => [...earlier, ...before]);
      await opened.delete(idsToDelete);
      await opened.prune(Date.now());
    }
    start().catch(() => {});
    return () => {
      hasEnded = true;
      // The form was left, not loaded again.
      sessionStorage.removeItem(formOfTab);
      release();
    };
  }, [formId, atStartRef, setIsFailing]);
  return { journal, offers, setOffers };
}

/** Writes the text of the form after a pause, and before the page may be left; deletes its entry once it is saved. */
function useWriter<Values extends object>(
  journal: Journal | null,
  formId: string,
  { isUnsaved, text: { values, bodyRevision }, stored, creationKey }: JournaledForm<Values>,
  put: () => void,
) {
  const latest = useLatest(put);
  const writer = useRef<ReturnType<typeof delayedWriter>>(null);
  // A layout effect, because the editor is removed before the cleanup of an ordinary effect runs.
  useLayoutEffect(() => {
    if (!journal) return;
    const delayed = delayedWriter(() => latest.current());
    writer.current = delayed;
    const onHidden = () => document.visibilityState === 'hidden' && delayed.flush();
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
  return writer;
}

/** The key of the form that this tab shows, as long as the tab is open. */
const formOfTab = 'anyforge-form';

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
