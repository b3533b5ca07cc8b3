import { request as askHttp, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { request as askHttps } from 'node:https';
import { buffer } from 'node:stream/consumers';

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string };

/**
 * A request over a connection of its own that `fetch` would not send: with any path, any Host, from any address of this
 * machine. Its answer is left as it came, packed too.
 * @param options.body text is sent with its length, pieces are sent chunked
 */
export function askRaw(
  origin: string,
  path: string,
  { body, headers, ...options }: RequestOptions & { body?: string | readonly string[] | undefined } = {},
): Promise<RawAnswer> {
  const length = typeof body === 'string' ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
  const send = origin.startsWith('https:') ? askHttps : askHttp;
  return new Promise((resolve, reject) => {
    const sent = send(origin, { agent: false, path, headers: { ...length, ...headers }, ...options });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const { statusCode: status = 0, headers: received } = response;
      buffer(response).then(
        (bytes) => resolve({ status, headers: received, body: bytes, text: bytes.toString() }),
        reject,
      );
    });
    for (const piece of typeof body === 'string' ? [body] : (body ?? [])) sent.write(piece);
    sent.end();
  });
}
