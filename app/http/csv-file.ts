/**
 * A file of comma-separated values to be saved, sent piece by piece as it is made. It begins with a byte order mark: Excel
 * takes a file without one for text of the reader's country.
 */
export function csvFile(name: string, content: AsyncIterable<string> | Iterable<string>): Response {
  const pieces = marked(content);
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

async function* marked(content: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  yield '\uFEFF';
  yield* content;
}
