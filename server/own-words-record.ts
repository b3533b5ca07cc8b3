import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Logger } from '#adapters/log.ts';

/**
 * True if the owner has ever published own words, in DATA_DIR. A start that cannot reach the database does not know the
 * words of the site, and the example texts may stand for them only as long as the owner has published none.
 */
export function createOwnWordsRecord({ dataDir }: { dataDir: string }, log: Pick<Logger, 'warn'>) {
  const file = join(dataDir, 'has-own-words');
  let exist = existsSync(file);
  return {
    exist: () => exist,
    /** Never rejects. */
    async record(): Promise<void> {
      if (exist) return;
      exist = true;
      await writeFile(file, '', { mode: 0o600 }).catch((error: unknown) => {
        log.warn('DATA_DIR cannot record that the site has words of its own', { error });
      });
    },
  };
}
