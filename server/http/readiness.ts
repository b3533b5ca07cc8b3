import { within } from '#db/within.ts';

const keptFor = 1000;
const timeLimit = 1500;

/** The missing parts to serve, in words that may be public; empty when ready. */
type Readiness = () => Promise<readonly string[]>;

/**
 * The same question, asked at most once a second however often it is put, and always answered: a check that fails or
 * hangs is itself what is missing.
 */
export function createReadiness(ask: Readiness): Readiness {
  let answer: Promise<readonly string[]> | undefined;
  let askedAt = -Infinity;

  return () => {
    const now = performance.now();
    if (answer === undefined || now - askedAt >= keptFor) {
      askedAt = now;
      answer = boundedAnswer(ask);
    }
    return answer;
  };
}

async function boundedAnswer(ask: Readiness): Promise<readonly string[]> {
  return (
    (await within(
      timeLimit,
      ask().catch(() => ['the checks failed']),
    )) ?? ['the checks take too long']
  );
}
