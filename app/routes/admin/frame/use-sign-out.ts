import { useState, type SubmitEvent } from 'react';

import { titleOf } from '../editing/journal/journal-rules.ts';
import { discardEvent, flushEvent, openJournal, type Journal } from '../editing/journal/journal-store.ts';

/** Milliseconds to wait for the browser's storage; sign-out must not hang when it does not answer. */
const timeout = 1_500;

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
    const { isShared } = await withJournal((journal) => journal.deleteUser(userId), { isShared: true });
    // A browser may keep deleted entries in its files for a while: when no other user has text here, clear everything.
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
  return entries.map((entry) => titleOf(entry) || 'Untitled post');
}

/** @param fallback the result when the browser has no journal, or does not answer in time. */
async function withJournal<Result>(
  work: (journal: Journal) => Promise<Result>,
  fallback: Result,
): Promise<Result> {
  const run = async () => {
    const journal = await openJournal();
    if (!journal) return fallback;
    try {
      return await work(journal);
    } finally {
      journal.close();
    }
  };
  const timedOut = new Promise<Result>((resolve) => setTimeout(() => resolve(fallback), timeout));
  return Promise.race([run().catch(() => fallback), timedOut]);
}
