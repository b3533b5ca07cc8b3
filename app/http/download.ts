/** A file that the browser saves under this name, streamed as it is made. */
export function download(name: string, type: string, content: AsyncIterable<Uint8Array>): Response {
  const pieces = content[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = await pieces.next();
      if (piece.done) controller.close();
      else controller.enqueue(piece.value);
    },
    async cancel() {
      await pieces.return?.();
    },
  });
  return new Response(body, {
    headers: { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` },
  });
}

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
