/**
 * A download of comma-separated values, streamed as it is generated. It begins with a byte order mark: without
 * one, Excel reads the file in the local encoding instead of UTF-8.
 */
export function csvFile(name: string, content: AsyncIterable<string> | Iterable<string>): Response {
  const pieces = withByteOrderMark(content);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = await pieces.next();
      if (piece.done) controller.close();
      else controller.enqueue(encoder.encode(piece.value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  });
}

async function* withByteOrderMark(content: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  yield '\uFEFF';
  yield* content;
}
