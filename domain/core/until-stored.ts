import { setTimeout as sleep } from 'node:timers/promises';

import { isUnavailable } from './errors.ts';

/** Milliseconds between two tries. */
const betweenStores = 250;

/** Stores that something was done outside the database, however long the database is away. */
export async function untilStored(store: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await store();
      return;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await sleep(betweenStores);
    }
  }
}
