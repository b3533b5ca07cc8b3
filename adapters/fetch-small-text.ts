import { buffer } from 'node:stream/consumers';

const maxBytes = 500_000;
const timeout = 5_000;

/** A text of the web, of at most 500 kB, within 5 seconds and without a redirect. @throws when there is none */
export async function fetchSmallText(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeout) });
  const text = await readAtMost(maxBytes, response);
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}.`);
  return text.toString('utf8');
}

/** @throws TypeError when the body has more bytes */
export async function readAtMost(limit: number, { body, url }: Response): Promise<Buffer<ArrayBuffer>> {
  const tooMany = new TypeError(`${new URL(url).host} sent more than ${limit} bytes.`);
  return buffer(atMost(limit, tooMany)(body ?? []));
}

/** A step of a pipeline that passes so many bytes, and throws where there are more. */
export function atMost(limit: number, tooMany: Error) {
  return async function* <Part extends Uint8Array>(source: AsyncIterable<Part> | Iterable<Part>) {
    let bytes = 0;
    for await (const part of source) {
      bytes += part.byteLength;
      if (bytes > limit) throw tooMany;
      yield part;
    }
  };
}
