import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';

import { receiveBody, type BodyEnd } from './request-body.ts';

type Refused = { kind: 'refused'; message: string };
type Full = { kind: 'full' };
type Failed = { kind: 'failed'; error: unknown };

/**
 * Writes a request's body to a file as it comes, so that it takes no memory however many come at once. Whatever the end
 * is other than `complete`, nothing of the file is left. The request is not read any further then; who answers may.
 *
 * @param options.look sees the first bytes; a message refuses the rest
 * @param options.isFull asked with each piece; true ends it
 */
export async function receiveFile(
  request: IncomingMessage,
  file: string,
  {
    limits,
    look,
    isFull,
  }: {
    limits: { bytes: number; milliseconds: number };
    look: (head: Buffer) => string | null;
    isFull: () => boolean;
  },
): Promise<BodyEnd | Refused | Full | Failed> {
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  output.on('drain', () => request.resume());
  output.on('error', () => request.resume());
  const failure = finished(output).then(
    () => null,
    (error: unknown): Failed => ({ kind: 'failed', error }),
  );
  let head: Buffer | null = Buffer.alloc(0);
  const refuse = (seen: Buffer): Refused | null => {
    head = null;
    const message = look(seen);
    return message === null ? null : { kind: 'refused', message };
  };
  const end = await receiveBody(request, limits, (chunk): Refused | Full | Failed | null => {
    if (isFull()) return { kind: 'full' };
    if (output.errored) return { kind: 'failed', error: output.errored };
    if (head !== null) head = Buffer.concat([head, chunk]);
    const refusal = head !== null && head.byteLength >= enoughToLook ? refuse(head) : null;
    if (refusal === null && !output.write(chunk)) request.pause();
    return refusal;
  });
  const seen = end.kind === 'complete' && head !== null ? (refuse(head) ?? end) : end;
  if (seen.kind === 'complete') output.end();
  else output.destroy();
  // Only once the file is closed can it be removed for good.
  const failed = await failure;
  const result = seen.kind === 'complete' ? (failed ?? seen) : seen;
  if (result.kind !== 'complete') await rm(file, { force: true }).catch(() => {});
  return result;
}

/** Text may hide what it is behind a prologue; images show it at once. */
const enoughToLook = 1024;

/** Removes files that are older: by default those that a killed process left; those of another one that runs are younger. */
export async function clearUploads(directory: string, olderThanMilliseconds = 3_600_000): Promise<void> {
  const limit = Date.now() - olderThanMilliseconds;
  for (const name of await readdir(directory).catch(() => [])) {
    const file = join(directory, name);
    const stats = await stat(file).catch(() => null);
    if (stats && stats.mtimeMs < limit) await rm(file, { recursive: true, force: true }).catch(() => {});
  }
}
