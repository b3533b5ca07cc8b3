import { download } from './download.ts';

/**
 * A download of comma-separated values. It begins with a byte order mark: without one, Excel reads the file in the local
 * encoding instead of UTF-8.
 */
export function csvFile(name: string, content: AsyncIterable<string> | Iterable<string>): Response {
  return download(name, 'text/csv; charset=utf-8', encoded(content));
}

async function* encoded(content: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode('\uFEFF');
  for await (const piece of content) yield encoder.encode(piece);
}
