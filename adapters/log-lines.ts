import { write } from 'node:fs';

/** Maximum bytes of waiting lines. Further lines are dropped, so that a stuck reader causes no memory leak. */
const maximumWaitingBytes = 4_000_000;
/** From then on they do not wait for others. */
const maximumBatchBytes = 64_000;
/** Lines that come within this time go out together: one write costs as much CPU time as several lines. */
const gatherMilliseconds = 20;
const retryMilliseconds = 100;
const flushMilliseconds = 1000;

export type LogLines = ReturnType<typeof createLogLines>;

/**
 * Lines to a file descriptor, outside the event loop, in order. A closed pipe, a full disk or a stuck reader loses
 * lines and nothing else: the next batch is tried again, so logging resumes when the error is gone.
 */
export function createLogLines(fileDescriptor: number) {
  let waiting = '';
  let waitingLines = 0;
  let inFlight: Buffer | undefined;
  let lost = 0;
  let idle: (() => void)[] = [];
  let gathering: NodeJS.Timeout | undefined;

  return {
    write(line: string): void {
      if (waiting.length + line.length > maximumWaitingBytes) {
        lost += 1;
        return;
      }
      if (lost > 0) {
        waiting += lostLine(lost);
        lost = 0;
      }
      waiting += line;
      waitingLines += 1;
      if (waiting.length >= maximumBatchBytes) startWriting();
      else gather();
    },
    startWriting,
    /** Resolves within a second, when all lines so far are written or dropped. */
    flush(): Promise<void> {
      startWriting();
      if (inFlight === undefined && waiting === '') return Promise.resolve();
      return new Promise((resolve) => {
        idle.push(resolve);
        setTimeout(resolve, flushMilliseconds).unref();
      });
    },
  };

  function gather(): void {
    if (inFlight === undefined) gathering ??= setTimeout(writeNext, gatherMilliseconds);
  }

  /** Lines so far go out at once, not with those that may follow. */
  function startWriting(): void {
    if (inFlight === undefined && waiting !== '') writeNext();
  }

  function writeNext(): void {
    clearTimeout(gathering);
    gathering = undefined;
    if (waiting === '') {
      inFlight = undefined;
      for (const resolve of idle) resolve();
      idle = [];
      return;
    }
    inFlight = Buffer.from(waiting);
    const lines = waitingLines;
    waiting = '';
    waitingLines = 0;
    writeInFlight(inFlight, lines);
  }

  function writeInFlight(bytes: Buffer, lines: number): void {
    write(fileDescriptor, bytes, (error, written) => {
      if (error?.code === 'EAGAIN' || error?.code === 'EBUSY') {
        setTimeout(() => writeInFlight(bytes, lines), retryMilliseconds);
        return;
      }
      if (error === null && written < bytes.length) {
        inFlight = bytes.subarray(written);
        writeInFlight(inFlight, lines);
        return;
      }
      if (error !== null) lost += lines;
      inFlight = undefined;
      if (idle.length > 0 || waiting === '') writeNext();
      else gather();
    });
  }
}

function lostLine(count: number): string {
  return `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), msg: 'Log lines were lost', count })}\n`;
}
