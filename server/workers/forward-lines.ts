import type { Readable } from 'node:stream';

/** Bytes of a line; a longer one is passed on in parts. */
const LONGEST_LINE = 1_000_000;

/** Passes whole lines on, as many as there are at once, so that lines of several processes do not mix. */
export function forwardLines(from: Readable, write: (lines: string) => void): void {
  let rest = '';
  from.setEncoding('utf8');
  from.on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) write(rest + text.slice(0, end));
    rest = end > 0 ? text.slice(end) : rest + text;
    if (rest.length > LONGEST_LINE) flush();
  });
  from.once('end', flush);

  function flush(): void {
    if (rest !== '') write(`${rest}\n`);
    rest = '';
  }
}
