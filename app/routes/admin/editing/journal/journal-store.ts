import { entriesToDelete, type JournalEntry } from './journal-rules.ts';

const name = 'anyforge-journal';
const store = 'entries';

/** Dispatched on `window` before the whole journal is read: forms write their delayed changes to it. */
export const flushEvent = 'anyforge:flush-journal';

/** Dispatched on `window` after the user agreed to lose unsaved changes: forms do not ask again. */
export const discardEvent = 'anyforge:discard-unsaved';

/** The store of typed text in the browser. Each entry belongs to one user and is shown to no other. */
export type Journal = ReturnType<typeof journalOn>;

/** @returns null where the browser has no store, such as in some private windows. */
export async function openJournal(): Promise<Journal | null> {
  const db = await open().catch(() => null);
  return db && journalOn(db);
}

function journalOn(db: IDBDatabase) {
  const all = async (): Promise<JournalEntry[]> => result(db.transaction(store).objectStore(store).getAll());

  /** The entries of a user about all posts, newest first. */
  async function listAll(userId: string) {
    const own = (await all()).filter((entry) => entry.userId === userId);
    return own.toSorted((one, other) => other.at - one.at);
  }

  /** Stores entries and deletes others in one step; rejects where the browser can store nothing. Committed at once: a page that is closing may not live until the browser would commit. */
  async function write(entries: readonly JournalEntry[], deleted: readonly string[] = []): Promise<void> {
    const transaction = db.transaction(store, 'readwrite', { durability: 'relaxed' });
    for (const entry of entries) transaction.objectStore(store).put(entry);
    for (const id of deleted) transaction.objectStore(store).delete(id);
    transaction.commit();
    return new Promise((resolve, reject) => {
      const fail = () => reject(transaction.error ?? new Error('The journal cannot be written.'));
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('error', fail);
      transaction.addEventListener('abort', fail);
    });
  }

  async function remove(ids: readonly string[]) {
    if (ids.length > 0) await write([], ids);
  }

  return {
    put: write,
    delete: remove,
    listAll,
    /** The entries of a user about a post, newest first. @param blank values of fields that an entry does not have */
    async list<Values extends object>(
      userId: string,
      post: string,
      blank: Values,
    ): Promise<JournalEntry<Values>[]> {
      // A field that was added after the entry was written is empty in it.
      return (await listAll(userId))
        .filter((entry) => entry.post === post)
        .map((entry) => ({ ...entry, values: { ...blank, ...entry.values } }));
    },
    /** Deletes the entries of a user. @returns whether another user has entries here. */
    async deleteUser(userId: string) {
      const entries = await all();
      const own = entries.filter((entry) => entry.userId === userId);
      await remove(own.map(({ id }) => id));
      return { isShared: own.length < entries.length };
    },
    async deleteCreation(creationKey: string) {
      const created = (await all()).filter((entry) => entry.creationKey === creationKey);
      await remove(created.map(({ id }) => id));
    },
    async prune(now: number) {
      await remove(entriesToDelete(await all(), now));
    },
    close: () => db.close(),
  };
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 2);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(store, { keyPath: 'id' });
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
