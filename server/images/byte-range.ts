export type ByteRange = { first: number; last: number };

/**
 * The part of `bytes` bytes that a `Range` header asks for. Several parts at once are not offered, and what is not
 * understood is as if it had not been said (RFC 9110, 14.2): both are 'whole'. Pure.
 * @returns 'outside' for a part that there is not
 */
export function readByteRange(header: string | undefined, bytes: number): ByteRange | 'whole' | 'outside' {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.replaceAll(' ', '') ?? '') ?? [];
  if (from === '') {
    if (to === '') return 'whole';
    const length = Math.min(Number(to), bytes);
    return length === 0 ? 'outside' : { first: bytes - length, last: bytes - 1 };
  }
  const range = { first: Number(from), last: to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1) };
  if (to !== '' && Number(to) < range.first) return 'whole';
  return range.first < bytes ? range : 'outside';
}

/** Reads a stream up to the end of a part, and gives that part. */
export async function* partOf(
  stream: AsyncIterable<Uint8Array>,
  { first, last }: ByteRange,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of stream) {
    const part = chunk.subarray(Math.max(first - at, 0), Math.max(last + 1 - at, 0));
    if (part.byteLength > 0) yield part;
    at += chunk.byteLength;
    if (at > last) return;
  }
}
