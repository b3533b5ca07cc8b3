import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';

/** How much of a file is taken, and how slowly it may come. */
export type ReceiveLimits = {
  bytes: number;
  milliseconds: number;
  /** After `graceMilliseconds` the sender must have kept up this rate on average. */
  bytesPerSecond: number;
  graceMilliseconds: number;
};

export type Received =
  | { kind: 'complete'; bytes: number }
  | { kind: 'refused'; message: string }
  | { kind: 'too-large' | 'too-slow' | 'gone' }
  | { kind: 'failed'; error: unknown };

/**
 * Writes a request's body to a file as it comes, so that it takes no memory however many come at once. Whatever the end
 * is other than `complete`, nothing of the file is left. The request is not read any further then; who answers may.
 *
 * @param options.look sees the first bytes; a message refuses the rest
 */
export async function receiveFile(
  request: IncomingMessage,
  file: string,
  options: { limits: ReceiveLimits; look: (head: Buffer) => string | null },
): Promise<Received> {
  const result = await write(request, file, options);
  if (result.kind !== 'complete') await rm(file, { force: true }).catch(() => {});
  return result;
}

function write(
  request: IncomingMessage,
  file: string,
  { limits, look }: { limits: ReceiveLimits; look: (head: Buffer) => string | null },
): Promise<Received> {
  return new Promise((resolve) => {
    const output = createWriteStream(file, { flags: 'wx', mode: 0o600 });
    let head: Buffer | null = Buffer.alloc(0);
    let bytes = 0;
    let isOver = false;
    let passed = 0;

    // Ticks, not the clock: while this process is late nothing ticks, and bytes lie unread that are not the sender's error.
    const timer = setInterval(() => {
      passed += 1000;
      const isTooSlow = passed >= limits.graceMilliseconds && bytes < (passed / 1000) * limits.bytesPerSecond;
      if (isTooSlow || passed >= limits.milliseconds) settle({ kind: 'too-slow' });
    }, 1000);

    output.on('error', (error) => settle({ kind: 'failed', error }));
    output.on('drain', () => request.resume());
    request.on('data', onData);
    request.on('end', onEnd);
    request.on('close', onGone);
    request.on('error', onGone);

    function onData(chunk: Buffer): void {
      bytes += chunk.byteLength;
      if (bytes > limits.bytes) return settle({ kind: 'too-large' });
      if (head !== null) {
        head = Buffer.concat([head, chunk]);
        if (head.byteLength >= enoughToLook && !passes(head)) return;
      }
      if (!output.write(chunk)) request.pause();
    }

    function passes(seen: Buffer): boolean {
      const message = look(seen);
      head = null;
      if (message === null) return true;
      settle({ kind: 'refused', message });
      return false;
    }

    function onEnd(): void {
      if (head !== null && !passes(head)) return;
      output.once('finish', () => settle({ kind: 'complete', bytes }));
      output.end();
    }

    function onGone(): void {
      if (!request.complete) settle({ kind: 'gone' });
    }

    function settle(result: Received): void {
      if (isOver) return;
      isOver = true;
      clearInterval(timer);
      request.off('data', onData);
      request.off('end', onEnd);
      request.off('close', onGone);
      // The error listeners stay: a late reset without one would end the process.
      if (result.kind === 'complete') return resolve(result);
      // Only once the file is closed can it be removed for good.
      output.once('close', () => resolve(result));
      output.destroy();
      if (output.closed) resolve(result);
    }
  });
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
