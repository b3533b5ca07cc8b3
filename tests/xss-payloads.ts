import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../shared/corpora/xss/', import.meta.url));

/** Why the payloads cannot be read here; null when they can. For the reason of a skipped test. */
export const payloadsMissing = existsSync(folder)
  ? null
  : `the script-injection payloads are not at ${folder}`;

/** Script injections that people collected, each once: a line is a payload. */
export function readPayloads(): string[] {
  const lines = readdirSync(folder)
    .toSorted()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .map((line) => line.replace(/\r$/, ''));
  return [...new Set(lines)].filter((line) => line.trim() !== '');
}
