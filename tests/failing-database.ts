import type { KyselyPlugin } from 'kysely';

import type { Database } from '#db/client.ts';

/** The same database, in which the statement with this number fails before it is sent; the others go through. */
export function failingAt(
  db: Database,
  number: number,
  error = new Error(`Statement ${number} failed, as the test wants.`),
): { db: Database; hasFailed: () => boolean } {
  let count = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count += 1;
      if (count === number) throw error;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { db: db.withPlugin(plugin), hasFailed: () => count >= number };
}
