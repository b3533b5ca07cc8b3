import { Resolver } from 'node:dns/promises';

/** Milliseconds. */
const timeoutMilliseconds = 2_000;

/** The text records of a name. Empty when there are none. @throws when nobody answers in time. */
export async function lookUpTxtRecords(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: timeoutMilliseconds, tries: 1 });
  const timer = setTimeout(() => resolver.cancel(), timeoutMilliseconds);
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      (error.code === 'ENODATA' || error.code === 'ENOTFOUND')
    ) {
      return [];
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
