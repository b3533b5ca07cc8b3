import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

import { flushEvent, openJournal, type Journal } from './journal.ts';
import { isNews, journalDelay, type JournalEntry } from './journal-entry.ts';
import { isSame, type PostValues } from '../state/post-values.ts';
import { randomUuid } from '#app/routes/admin/random-uuid.ts';
import type { EditState, SavedVersion } from '../state/edit-state.ts';
import type { TextControls } from '../state/use-text.ts';

/**
 * Writes down what is typed while it is not stored, and forgets it once it is. Offers what an earlier form of the same
 * person left behind: after a crash, a closed tab, an ended session.
 */
export function useJournal({
  userId,
  text,
  stored,
  saved,
  isUnsaved,
  unansweredKeys,
  creationKey,
}: {
  userId: string;
  text: TextControls;
  stored: SavedVersion | null;
  saved: { values: PostValues; content: string };
  isUnsaved: boolean;
  unansweredKeys: () => string[];
  creationKey: string | null;
}) {
  const [formId] = useState(randomUuid);
  const [journal, setJournal] = useState<Journal | null>(null);
  const [isFailing, setIsFailing] = useState(false);
  const [offers, setOffers] = useState<JournalEntry[]>([]);
  const post = stored?.id ?? 'new';
  const { values, bodyRevision } = text;

  const fields = useMemo(
    () => ({
      userId,
      post,
      creationKey,
      values,
      version: stored?.version ?? null,
      draftVersion: stored?.draftVersion ?? 0,
    }),
    [userId, post, creationKey, values, stored],
  );
  const latest = useRef(fields);
  useEffect(() => {
    latest.current = fields;
  });
  const noteFailure = useCallback((written: Promise<unknown>) => {
    written.catch(() => setIsFailing(true));
  }, []);

  const atStart = useRef({ userId, post, stored: saved, bodyRevision: 0 });
  useEffect(() => {
    let isOver = false;
    let opened: Journal | null = null;
    const release = holdFormLock(formId);
    async function start() {
      opened = await openJournal();
      if (isOver) return;
      if (!opened) return setIsFailing(true);
      setJournal(opened);
      const left = await findLeftBehind(opened, formId, atStart.current);
      if (!isOver) setOffers(left);
      await opened.thin(Date.now());
    }
    start().catch(() => {});
    return () => {
      isOver = true;
      release();
    };
  }, [formId]);

  const writer = useRef<BodyWriter>(null);
  // In the layout phase, because the editor is gone by the time that ordinary effects end.
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
    const flush = () => body.flush();
    const onHidden = () => {
      if (document.visibilityState === 'hidden') body.flush();
    };
    // The sooner the better: a page that is on its way out may not finish a write.
    window.addEventListener('beforeunload', flush);
    window.addEventListener('pagehide', flush);
    window.addEventListener(flushEvent, flush);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      body.flush();
      writer.current = null;
      window.removeEventListener('beforeunload', flush);
      window.removeEventListener('pagehide', flush);
      window.removeEventListener(flushEvent, flush);
      document.removeEventListener('visibilitychange', onHidden);
    };
  }, [journal, formId, noteFailure, unansweredKeys]);

  useEffect(() => {
    if (!journal) return;
    if (!isUnsaved) {
      writer.current?.cancel();
      journal.forget([formId]).catch(() => {});
      return;
    }
    noteFailure(journal.putFields({ ...fields, id: formId, at: Date.now(), saveKeys: unansweredKeys() }));
  }, [journal, formId, noteFailure, isUnsaved, unansweredKeys, fields]);

  const { editor } = text;
  useEffect(() => {
    if (bodyRevision === 0 || !isUnsaved) return;
    writer.current?.write(() => editor.current?.html() ?? null);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what was typed before the journal was open counts too
  }, [journal, bodyRevision, isUnsaved, editor]);

  const entryOfNow = (): JournalEntry => ({
    ...fields,
    id: randomUuid(),
    at: Date.now(),
    content: text.now().content,
  });

  const [offer = null] = offers;
  return {
    offer,
    /** The browser writes nothing down: what is typed is in this form alone until it is saved. */
    isFailing,
    /**
     * Writes the offered entry down as this form's own, and only then lets go of the other. What has been typed into the
     * form until now is offered in its turn.
     */
    takeOffer: () => {
      if (!journal || offer === null) return;
      const begun = atStart.current;
      const isTyped = bodyRevision > begun.bodyRevision || !isSame(values, begun.stored.values);
      const aside = isTyped ? [entryOfNow()] : [];
      setOffers((before) => [...before.filter(({ id }) => id !== offer.id), ...aside]);
      noteFailure(exchange(journal, { formId, offer, aside }));
    },
    /**
     * What is stored takes the place of what the form holds, which is offered in its turn as far as it was not saved:
     * typed over what its author has just put in its place.
     */
    startOver: ({ version, draftVersion, ...there }: EditState) => {
      atStart.current = { ...atStart.current, stored: there, bodyRevision: bodyRevision + 1 };
      if (!isUnsaved) return;
      const aside = { ...entryOfNow(), version, draftVersion };
      setOffers((before) => [...before, aside]);
      if (journal) noteFailure(Promise.all(putWhole(journal, [aside])));
    },
    /** It is not wanted. */
    dropOffer: () => {
      if (offer === null) return;
      setOffers((before) => before.filter(({ id }) => id !== offer.id));
      journal?.forget([offer.id]).catch(() => {});
    },
    /** Everything typed so far is written down before something may take the page away. */
    flush: () => writer.current?.flush(),
  };
}

async function exchange(
  journal: Journal,
  { formId, offer, aside }: { formId: string; offer: JournalEntry; aside: readonly JournalEntry[] },
): Promise<void> {
  // All asked for at once: what is typed from now on is written after it, not before.
  await Promise.all(putWhole(journal, [...aside, { ...offer, id: formId }]));
  await journal.forget([offer.id]);
}

function putWhole(journal: Journal, entries: readonly JournalEntry[]): Promise<void>[] {
  return entries.flatMap(({ content, ...fields }) => [
    journal.putFields(fields),
    ...(content === null ? [] : [journal.putBody(fields.id, content)]),
  ]);
}

/** What is read is null when there is no editor to read from. */
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

/** What this person typed about this post in forms that are no longer open, as far as it is not stored. */
async function findLeftBehind(
  journal: Journal,
  formId: string,
  { userId, post, stored }: { userId: string; post: string; stored: { values: PostValues; content: string } },
): Promise<JournalEntry[]> {
  const entries = (await journal.list(userId, post)).filter(({ id }) => id !== formId);
  const open = await openFormIds();
  const closed = entries.filter(({ id }) => !open.has(id));
  const news = closed.filter((entry) => isNews(entry, stored));
  await journal.forget(closed.filter((entry) => !news.includes(entry)).map(({ id }) => id));
  return news;
}

const lockPrefix = 'anyforge-form-';

/** Tells other tabs that this form is open, for as long as it is; a tab that dies lets go by itself. */
function holdFormLock(formId: string): () => void {
  if (!('locks' in navigator)) return () => {};
  const { promise: isOver, resolve: release } = Promise.withResolvers<void>();
  navigator.locks.request(lockPrefix + formId, () => isOver).catch(() => {});
  return release;
}

/** Browsers tell only secure origins; elsewhere a form in another tab counts as closed, and its text is offered too. */
async function openFormIds(): Promise<Set<string>> {
  if (!('locks' in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  return new Set(
    held.flatMap(({ name }) => (name?.startsWith(lockPrefix) ? [name.slice(lockPrefix.length)] : [])),
  );
}
