import { within } from '#db/within.ts';
import { atMostEvery } from '../scheduling/at-most-every.ts';

const keptFor = 1000;
const timeLimit = 1500;

/** The missing parts to serve, in words that may be public; empty when ready. */
type Readiness = () => Promise<readonly string[]>;

/**
 * The same question, asked at most once a second however often it is put, and always answered: a check that fails or
 * hangs is itself what is missing.
 */
export function createReadiness(ask: Readiness): Readiness {
  return atMostEvery(keptFor, async () => {
    const found = ask().catch(() => ['the checks failed']);
    return (await within(timeLimit, found)) ?? ['the checks take too long'];
  });
}
