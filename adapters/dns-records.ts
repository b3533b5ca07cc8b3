import { Resolver } from 'node:dns/promises';

import { errorCode } from '#domain/errors.ts';

/** Milliseconds. */
const timeoutMilliseconds = 2_000;

/** The text records of a name. Empty when there are none. @throws when there is no answer in time. */
export async function lookUpTxtRecords(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: timeoutMilliseconds, tries: 1 });
  const timer = setTimeout(() => resolver.cancel(), timeoutMilliseconds);
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    if (['ENODATA', 'ENOTFOUND'].includes(errorCode(error))) return [];
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
