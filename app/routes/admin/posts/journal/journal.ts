import { newPostValues } from '../state/post-values.ts';
import { entriesToDelete, type JournalEntry } from './journal-entry.ts';

const name = 'anyforge-journal';
const fields = 'fields';
const bodies = 'bodies';

/** Dispatched on `window` before the journal is read as a whole: forms write down what they still hold back. */
export const flushEvent = 'anyforge:flush-journal';

/** Dispatched on `window` when a person has agreed to lose what is not saved: forms let the page go without asking. */
export const discardEvent = 'anyforge:discard-unsaved';

export type JournalFields = Omit<JournalEntry, 'content'>;

/** The browser's own store of what was typed. Everything in it belongs to one person and is shown to nobody else. */
export type Journal = {
  /** Bodies are kept apart: a letter in the title must not cost a copy of a long text. */
  putFields: (entry: JournalFields) => Promise<void>;
  putBody: (id: string, content: string) => Promise<void>;
  /** The person's entries about a post, newest first. */
  list: (userId: string, post: string) => Promise<JournalEntry[]>;
  /** The person's entries about any post, newest first, without their bodies. */
  listAll: (userId: string) => Promise<JournalFields[]>;
  /** Deletes everything of a person. @returns whether somebody else has entries here. */
  deletePerson: (userId: string) => Promise<{ isShared: boolean }>;
  forget: (ids: readonly string[]) => Promise<void>;
  forgetCreation: (creationKey: string) => Promise<void>;
  /** Keeps it within its bounds. */
  thin: (now: number) => Promise<void>;
  close: () => void;
};

/** @returns null where the browser offers no store, in some private windows for one. */
export async function openJournal(): Promise<Journal | null> {
  const db = await open().catch(() => null);
  return db && journalOn(db);
}

function journalOn(db: IDBDatabase): Journal {
  const read = () => db.transaction([fields, bodies]);
  const write = () => db.transaction([fields, bodies], 'readwrite', { durability: 'relaxed' });
  const all = async (): Promise<JournalFields[]> => result(read().objectStore(fields).getAll());

  async function forget(ids: readonly string[]) {
    if (ids.length === 0) return;
    const transaction = write();
    for (const id of ids) {
      transaction.objectStore(fields).delete(id);
      transaction.objectStore(bodies).delete(id);
    }
    await done(transaction);
  }

  return {
    async putFields(entry) {
      const transaction = write();
      transaction.objectStore(fields).put(entry);
      await done(transaction);
    },
    async putBody(id, content) {
      const transaction = write();
      transaction.objectStore(bodies).put(content, id);
      await done(transaction);
    },
    async list(userId, post) {
      const own = (await all()).filter((entry) => entry.userId === userId && entry.post === post);
      const transaction = read();
      const entries = await Promise.all(
        own.map(async (entry) => {
          const content: unknown = await result(transaction.objectStore(bodies).get(entry.id));
          // A field that was added after the entry was written is empty in it.
          const values = { ...newPostValues(''), ...entry.values };
          return { ...entry, values, content: typeof content === 'string' ? content : null };
        }),
      );
      return entries.toSorted((one, other) => other.at - one.at);
    },
    async listAll(userId) {
      const own = (await all()).filter((entry) => entry.userId === userId);
      return own.toSorted((one, other) => other.at - one.at);
    },
    async deletePerson(userId) {
      const entries = await all();
      const own = entries.filter((entry) => entry.userId === userId);
      await forget(own.map(({ id }) => id));
      return { isShared: own.length < entries.length };
    },
    forget,
    async forgetCreation(creationKey) {
      const created = (await all()).filter((entry) => entry.creationKey === creationKey);
      await forget(created.map(({ id }) => id));
    },
    async thin(now) {
      await forget(entriesToDelete(await all(), now));
    },
    close: () => db.close(),
  };
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(fields, { keyPath: 'id' });
    request.result.createObjectStore(bodies);
  });
  return result(request);
}

function result<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The journal cannot be read.')),
    );
  });
}

/** Committed at once: a page on its way out has no later moment at which the browser would do it. */
function done(transaction: IDBTransaction): Promise<void> {
  transaction.commit();
  return new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error('The journal cannot be written.'));
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('error', fail);
    transaction.addEventListener('abort', fail);
  });
}
