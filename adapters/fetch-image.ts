import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';

import { invalid, isDomainError } from '#domain/core/errors.ts';
import { imageLimits, tooLargeMessage } from '#domain/images/image-limits.ts';
import { parseUrl } from '#domain/fields/parse-url.ts';
import { atMost } from './fetch-small-text.ts';
import { requestPublic, type WebGuard } from './public-web.ts';

const maxRedirects = 5;
const withinMilliseconds = 30_000;

/**
 * Fetches an image of the web into a file: by `http` or `https`, from a public address only, which is looked up once for
 * each redirect and then connected to.
 * @throws invalid with the reason
 */
export function createImageFetcher(guard: WebGuard = {}) {
  return async function fetchImage(address: string, into: string): Promise<void> {
    const signal = AbortSignal.timeout(withinMilliseconds);
    try {
      const answer = await follow(address, guard, signal);
      await pipeline(
        answer,
        atMost(imageLimits.bytes, invalid(tooLargeMessage)),
        createWriteStream(into, { flags: 'wx', mode: 0o600 }),
        { signal },
      );
    } catch (error) {
      if (isDomainError(error)) throw error;
      throw invalid(signal.aborted ? 'It took too long to fetch.' : 'It could not be fetched.');
    }
  };
}

async function follow(first: string, guard: WebGuard, signal: AbortSignal): Promise<IncomingMessage> {
  let address = first;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const url = parseUrl(address);
    if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
      throw invalid('Its address is not a web address.');
    const answer = await requestPublic(url, { signal, headers: { Accept: 'image/*' } }, guard);
    const { statusCode = 0, headers } = answer;
    if (statusCode === 200) {
      if (Number(headers['content-length'] ?? 0) <= imageLimits.bytes) return answer;
      answer.destroy();
      throw invalid(tooLargeMessage);
    }
    answer.destroy();
    const next = statusCode >= 300 && statusCode < 400 ? parseUrl(headers.location ?? '', url) : null;
    if (next === null) throw invalid(`The old site answered with ${statusCode}.`);
    address = next.href;
  }
  throw invalid('The old site redirects too often.');
}
