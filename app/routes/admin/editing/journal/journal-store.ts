import { entriesToDelete, type JournalEntry } from './journal-rules.ts';

const name = 'anyforge-journal';
const fields = 'fields';
const bodies = 'bodies';

/** Dispatched on `window` before the whole journal is read: forms write their delayed changes to it. */
export const flushEvent = 'anyforge:flush-journal';

/** Dispatched on `window` after the user agreed to lose unsaved changes: forms do not ask again. */
export const discardEvent = 'anyforge:discard-unsaved';

export type JournalFields = Omit<JournalEntry, 'content'>;

/** The store of typed text in the browser. Each entry belongs to one user and is shown to no other. */
export type Journal = ReturnType<typeof journalOn>;

/** @returns null where the browser has no store, such as in some private windows. */
export async function openJournal(): Promise<Journal | null> {
  const db = await open().catch(() => null);
  return db && journalOn(db);
}

function journalOn(db: IDBDatabase) {
  const read = () => db.transaction([fields, bodies]);
  const write = () => db.transaction([fields, bodies], 'readwrite', { durability: 'relaxed' });
  const all = async (): Promise<JournalFields[]> => result(read().objectStore(fields).getAll());

  async function deleteEntries(ids: readonly string[]) {
    if (ids.length === 0) return;
    const transaction = write();
    for (const id of ids) {
      transaction.objectStore(fields).delete(id);
      transaction.objectStore(bodies).delete(id);
    }
    await done(transaction);
  }

  return {
    /** Bodies are stored separately, so that a change of the title does not copy a long text. */
    async putFields(entry: JournalFields) {
      const transaction = write();
      transaction.objectStore(fields).put(entry);
      await done(transaction);
    },
    async putBody(id: string, content: string) {
      const transaction = write();
      transaction.objectStore(bodies).put(content, id);
      await done(transaction);
    },
    /** The entries of a user about a post, newest first. @param blank values of fields that an entry does not have */
    async list<Values extends object>(
      userId: string,
      post: string,
      blank: Values,
    ): Promise<JournalEntry<Values>[]> {
      const own = (await all()).filter((entry) => entry.userId === userId && entry.post === post);
      const transaction = read();
      const entries = await Promise.all(
        own.map(async (entry) => {
          const content: unknown = await result(transaction.objectStore(bodies).get(entry.id));
          // A field that was added after the entry was written is empty in it.
          const values = { ...blank, ...entry.values };
          return { ...entry, values, content: typeof content === 'string' ? content : null };
        }),
      );
      return entries.toSorted((one, other) => other.at - one.at);
    },
    /** The entries of a user about all posts, newest first, without their bodies. */
    async listAll(userId: string) {
      const own = (await all()).filter((entry) => entry.userId === userId);
      return own.toSorted((one, other) => other.at - one.at);
    },
    /** Deletes the entries of a user. @returns whether another user has entries here. */
    async deleteUser(userId: string) {
      const entries = await all();
      const own = entries.filter((entry) => entry.userId === userId);
      await deleteEntries(own.map(({ id }) => id));
      return { isShared: own.length < entries.length };
    },
    delete: deleteEntries,
    async deleteCreation(creationKey: string) {
      const created = (await all()).filter((entry) => entry.creationKey === creationKey);
      await deleteEntries(created.map(({ id }) => id));
    },
    /** Deletes entries beyond `journalLimits`. */
    async prune(now: number) {
      await deleteEntries(entriesToDelete(await all(), now));
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

/** Committed at once: a page that is closing may not live until the browser would commit. */
function done(transaction: IDBTransaction): Promise<void> {
  transaction.commit();
  return new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error('The journal cannot be written.'));
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('error', fail);
    transaction.addEventListener('abort', fail);
  });
}
