import { readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import type { Logger } from '#adapters/log.ts';
import { makeFolder } from '#db/make-folder.ts';
import type { StoredWords, WordsCopy } from '#domain/site/published-words.ts';
import { replaceFile } from './replace-file.ts';

/** More than every field at its longest. A file that is larger is not ours. */
const maxBytes = 32_000_000;

const fileContent = z.object({
  key: z.string(),
  documents: z.array(z.object({ name: z.string(), words: z.record(z.string(), z.unknown()) })).max(100),
});

function fileIn({ dataDir }: { dataDir: string }): string {
  return join(dataDir, 'site-words.json');
}

/** Forgets the words of an installation: others have taken their place. */
export async function removeWordsCopy(config: { dataDir: string }): Promise<void> {
  await rm(fileIn(config), { force: true });
}

/**
 * The owner's words as this installation showed them last, in a file of `DATA_DIR`: for a start while the database is
 * away. What is read is parsed like input where it is shown.
 * @param options.key names whose words they are; others are not read
 * @param options.writes whether this process writes them: one of those that answer requests does
 */
export function createWordsCopy(
  config: { dataDir: string },
  options: { key: string; writes: boolean; log: Pick<Logger, 'warn'> },
): WordsCopy {
  const file = fileIn(config);
  const { key, writes, log } = options;
  let written = read(file);
  let last = Promise.resolve();
  let hasFailed = false;

  return {
    stored() {
      const found = fileContent.safeParse(parsed(written)).data;
      return found?.key === key ? found.documents : null;
    },
    keep(documents) {
      const text = textOf(key, documents);
      if (!writes || text === written) return;
      written = text;
      last = last.then(() => write(text)).catch(warnOnce);
    },
  };

  async function write(text: string): Promise<void> {
    await makeFolder(config.dataDir);
    await replaceFile(file, Buffer.from(text));
  }

  function warnOnce(error: unknown): void {
    if (!hasFailed) log.warn('The words of the site cannot be kept in DATA_DIR', { error });
    hasFailed = true;
    // The next change is written again, whatever it says.
    written = '';
  }
}

function textOf(key: string, documents: StoredWords): string {
  const inOrder = documents.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return `${JSON.stringify({ key, documents: inOrder })}\n`;
}

/** At the start, before the first request. */
function read(file: string): string {
  try {
    return statSync(file).size > maxBytes ? '' : readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
