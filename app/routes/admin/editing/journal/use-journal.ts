import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

import { useLatest } from '#app/ui/use-latest.ts';
import { flushEvent, openJournal, type Journal } from './journal-store.ts';
import { entriesOfClosedForms, journalDelay, type JournalEntry } from './journal-rules.ts';
import { isSame } from '../state/is-same.ts';
import { randomUuid } from '#app/routes/admin/random-uuid.ts';
import type { SavedText } from '../state/text.ts';

/** What the journal notes of the stored text. */
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
  /** What the user is told this text is, where its values have no title. */
  title?: string;
  /** Values of fields that an entry of an earlier release does not have. */
  blank: Values;
  text: SavedText<Values>;
  stored: Version | null;
  saved: { values: Values; content: string };
  isUnsaved: boolean;
  unansweredKeys: () => string[];
  creationKey: string | null;
}) {
  const [formId] = useState(randomUuid);
  const [journal, setJournal] = useState<Journal | null>(null);
  const [isFailing, setIsFailing] = useState(false);
  const [offers, setOffers] = useState<JournalEntry<Values>[]>([]);
  const post = stored?.id ?? 'new';
  const { values, bodyRevision } = text;

  const fields = useMemo(
    () => ({
      userId,
      post,
      creationKey,
      ...(title === undefined ? {} : { title }),
      values,
      version: stored?.version ?? null,
      pendingVersion: stored?.pendingVersion ?? 0,
    }),
    [userId, post, creationKey, title, values, stored],
  );
  const latest = useLatest(fields);
  const noteFailure = useCallback((written: Promise<unknown>) => {
    written.catch(() => setIsFailing(true));
  }, []);

  const atStart = useRef({ userId, post, blank, stored: saved, bodyRevision: 0 });
  useEffect(() => {
    let hasEnded = false;
    let opened: Journal | null = null;
    const release = holdFormLock(formId);
    async function start() {
      opened = await openJournal();
      if (hasEnded) return;
      if (!opened) return setIsFailing(true);
      setJournal(opened);
      const found = await findEntriesToOffer(opened, formId, atStart.current);
      if (!hasEnded) setOffers(found);
      await opened.prune(Date.now());
    }
    start().catch(() => {});
    return () => {
      hasEnded = true;
      release();
    };
  }, [formId]);

  const writer = useRef<BodyWriter>(null);
  // A layout effect, because the editor is removed before the cleanup of an ordinary effect runs.
  useLayoutEffect(() => {
    if (!journal) return;
    const body = bodyWriter((content) => {
      const written = [
        journal.putBody(formId, content),
        journal.putFields({ ...latest.current, id: formId, at: Date.now(), saveKeys: unansweredKeys() }),
      ];
      noteFailure(Promise.all(written).then(() => setIsFailing(false)));
    });
    writer.current = body;
    const onHidden = () => {
      if (document.visibilityState === 'hidden') body.flush();
    };
    const stop = new AbortController();
    // At the first of these events: a page that is closing may not finish a write.
    for (const event of ['beforeunload', 'pagehide', flushEvent])
      window.addEventListener(event, body.flush, { signal: stop.signal });
    document.addEventListener('visibilitychange', onHidden, { signal: stop.signal });
    return () => {
      body.flush();
      writer.current = null;
      stop.abort();
    };
  }, [journal, formId, noteFailure, unansweredKeys, latest]);

  useEffect(() => {
    if (!journal) return;
    if (!isUnsaved) {
      writer.current?.cancel();
      journal.delete([formId]).catch(() => {});
      return;
    }
    noteFailure(journal.putFields({ ...fields, id: formId, at: Date.now(), saveKeys: unansweredKeys() }));
  }, [journal, formId, noteFailure, isUnsaved, unansweredKeys, fields]);

  const { editor } = text;
  useEffect(() => {
    if (bodyRevision === 0 || !isUnsaved) return;
    writer.current?.write(() => editor.current?.html() ?? null);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- text typed before the journal was open is written too
  }, [journal, bodyRevision, isUnsaved, editor]);

  const entryOfNow = (): JournalEntry<Values> => ({
    ...fields,
    id: randomUuid(),
    at: Date.now(),
    content: text.now().content,
  });

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
      const start = atStart.current;
      const isTyped = bodyRevision > start.bodyRevision || !isSame(values, start.stored.values);
      const replaced = isTyped ? [entryOfNow()] : [];
      setOffers((before) => [...before.filter(({ id }) => id !== offer.id), ...replaced]);
      noteFailure(exchange(journal, { formId, offer, replaced }));
    },
    /**
     * The stored text replaces that of the form. Unsaved text of the form is offered in turn, as typed over the stored
     * version.
     */
    replaceText: ({ version, pendingVersion, ...content }: Version & { values: Values; content: string }) => {
      atStart.current = { ...atStart.current, stored: content, bodyRevision: bodyRevision + 1 };
      if (!isUnsaved) return;
      const replaced = { ...entryOfNow(), version, pendingVersion };
      setOffers((before) => [...before, replaced]);
      if (journal) noteFailure(Promise.all(putWhole(journal, [replaced])));
    },
    /** Deletes an offered entry. @returns what stores and offers it again, also after this form was left */
    dropOffer: (dropped: JournalEntry<Values>) => {
      setOffers((before) => before.filter(({ id }) => id !== dropped.id));
      journal?.delete([dropped.id]).catch(() => {});
      return () => {
        setOffers((before) => [dropped, ...before]);
        if (journal) noteFailure(Promise.all(putWhole(journal, [dropped])));
      };
    },
    /** Stores all text typed so far, before the page may be left. */
    flush: () => writer.current?.flush(),
  };
}

async function exchange(
  journal: Journal,
  { formId, offer, replaced }: { formId: string; offer: JournalEntry; replaced: readonly JournalEntry[] },
): Promise<void> {
  // All requested at once, so that text typed from now on is written after it.
  await Promise.all(putWhole(journal, [...replaced, { ...offer, id: formId }]));
  await journal.delete([offer.id]);
}

function putWhole(journal: Journal, entries: readonly JournalEntry[]): Promise<void>[] {
  return entries.flatMap(({ content, ...fields }) => [
    journal.putFields(fields),
    ...(content === null ? [] : [journal.putBody(fields.id, content)]),
  ]);
}

/** `read` returns null when there is no editor. */
type BodyWriter = { write: (read: () => string | null) => void; flush: () => void; cancel: () => void };

function bodyWriter(put: (content: string) => void): BodyWriter {
  let pending: (() => string | null) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cost = 0;

  function cancel() {
    clearTimeout(timer);
    timer = undefined;
    pending = null;
  }
  function flush() {
    const read = pending;
    cancel();
    if (!read) return;
    const started = performance.now();
    const content = read();
    if (content !== null) put(content);
    cost = performance.now() - started;
  }
  return {
    write(read) {
      pending = read;
      timer ??= setTimeout(flush, journalDelay(cost));
    },
    flush,
    cancel,
  };
}

/** Unsaved entries of this user about this post from forms that are no longer open. */
async function findEntriesToOffer<Values extends object>(
  journal: Journal,
  formId: string,
  start: { userId: string; post: string; blank: Values; stored: { values: Values; content: string } },
): Promise<JournalEntry<Values>[]> {
  const { userId, post, blank, stored } = start;
  const entries = await journal.list(userId, post, blank);
  const forms = { formId, openForms: await openFormIds() };
  const { toOffer, idsToDelete } = entriesOfClosedForms(entries, forms, stored);
  await journal.delete(idsToDelete);
  return toOffer;
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
