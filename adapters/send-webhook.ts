import type { SendWebhook } from '#domain/webhooks/deliver-event.ts';
import { invalid } from '#domain/core/errors.ts';
import { requestPublic, type WebGuard } from './public-web.ts';

const seconds = 5;
const maxAnswerBytes = 64 * 1024;

/**
 * Sends events by HTTPS to addresses of the public web.
 * @param hosts that the operator allows without HTTPS and on private addresses
 */
export function createWebhookSender(
  hosts: readonly string[],
  lookUp?: NonNullable<WebGuard['lookUp']>,
): SendWebhook {
  return async (address, { body, headers }, stopping) => {
    const url = new URL(address);
    const isNamed = hosts.includes(url.hostname);
    if (url.protocol !== 'https:' && !isNamed)
      throw invalid(
        'Its address must begin with https://. The operator can allow its host in WEBHOOK_HOSTS.',
      );
    const tooLong = AbortSignal.timeout(seconds * 1_000);
    const signal = AbortSignal.any([tooLong, stopping]);
    const guard = { ...(isNamed && { isAllowed: () => true }), ...(lookUp && { lookUp }) };
    try {
      const answer = await requestPublic(url, { method: 'POST', headers, body, signal }, guard);
      return { status: answer.statusCode ?? 0, text: await readStart(answer) };
    } catch (error) {
      if (tooLong.aborted) throw new Error(`No answer came within ${seconds} seconds.`, { cause: error });
      throw error;
    }
  };
}

/** The first 64 kB of an answer; the rest is not read. */
async function readStart(answer: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= maxAnswerBytes) break;
  }
  return Buffer.concat(parts).subarray(0, maxAnswerBytes).toString('utf8');
}
