import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * Prints lines of the log with the places in `build/product` that their stack traces name as places in the sources:
 *
 * grep '"level":"error"' log | npm run trace --silent
 */
const project = join(import.meta.dirname, '..');

if (import.meta.main) process.stdout.write(withSourcePlaces(await text(process.stdin)));

/** The text with every place of the bundle, such as `build/product/main.js:7:12`, as file, line and column of its source. */
export function withSourcePlaces(log: string): string {
  const maps = new Map<string, SourceMap | null>();
  return log.replaceAll(
    /(?:[^\s()"]*\/)?build\/product\/([\w.-]+\.js):(\d+):(\d+)/g,
    (place, file: string, line: string, column: string) => {
      if (!maps.has(file)) maps.set(file, readMap(file));
      const origin = maps.get(file)?.findOrigin(Number(line), Number(column));
      if (origin === undefined || !('fileName' in origin)) return place;
      const source = relative(project, resolve(project, 'build/product', origin.fileName));
      return `${source}:${origin.lineNumber}:${origin.columnNumber}`;
    },
  );
}

/** Null where the build has no such file: the log is of another release. */
function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(join(project, 'build/product', `${file}.map`), 'utf8')));
  } catch {
    return null;
  }
}
