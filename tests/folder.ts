import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll } from 'vitest';

/** A folder for all tests of a file, which is deleted after them. */
export function useFolder(): string {
  // Short: the path of a database's socket may be below it.
  const folder = mkdtempSync(join(tmpdir(), 'af-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
