import { useState, type SubmitEvent } from 'react';

import { discardEvent, flushEvent, openJournal, type Journal } from '../posts/journal/journal.ts';

/** Milliseconds. A browser that cannot say what it keeps must not keep anybody from signing out. */
const patience = 1_500;

/**
 * Sign Out asks before it deletes text that was not saved on this device. Without script the form signs out by itself,
 * and then this browser keeps no text.
 */
export function useSignOut(userId: string) {
  const [asked, setAsked] = useState<{ form: HTMLFormElement; titles: string[] } | null>(null);

  async function checkFirst(form: HTMLFormElement) {
    window.dispatchEvent(new Event(flushEvent));
    const titles = await withJournal((journal) => listTitles(journal, userId), []);
    if (titles.length > 0) setAsked({ form, titles });
    else await signOut(form);
  }

  async function signOut(form: HTMLFormElement) {
    const { isShared } = await withJournal((journal) => journal.deletePerson(userId), { isShared: true });
    // What is deleted may stay in the browser's files for a while: where nobody else has text here, all of it goes.
    const clear = form.elements.namedItem('clear');
    if (clear instanceof HTMLInputElement) clear.value = isShared ? '' : 'storage';
    // The question was answered in the page; the browser need not ask it again.
    if (asked !== null) window.dispatchEvent(new Event(discardEvent));
    form.submit();
  }

  return {
    /** Titles of the texts that would be deleted, while the question is open. */
    unsaved: asked?.titles ?? null,
    onSubmit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault();
      void checkFirst(event.currentTarget);
    },
    cancel: () => setAsked(null),
    confirm: () => {
      if (asked) void signOut(asked.form);
    },
  };
}

async function listTitles(journal: Journal, userId: string): Promise<string[]> {
  const entries = await journal.listAll(userId);
  return entries.map(({ values }) => values.title.trim() || 'Untitled post');
}

/** @param otherwise the answer where the browser has no journal, or none in time. */
async function withJournal<Result>(
  work: (journal: Journal) => Promise<Result>,
  otherwise: Result,
): Promise<Result> {
  const run = async () => {
    const journal = await openJournal();
    if (!journal) return otherwise;
    try {
      return await work(journal);
    } finally {
      journal.close();
    }
  };
  const late = new Promise<Result>((resolve) => setTimeout(() => resolve(otherwise), patience));
  return Promise.race([run().catch(() => otherwise), late]);
}
