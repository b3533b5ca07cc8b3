/**
 * Returns a function that asks at most once in so many milliseconds: who comes in between shares the answer. After a failure
 * it asks again.
 */
export function atMostEvery<Answer>(milliseconds: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  let askedAt = -Infinity;
  return () => {
    const now = performance.now();
    if (answer === undefined || now - askedAt >= milliseconds) {
      askedAt = now;
      const asked = ask();
      answer = asked;
      asked.catch(() => {
        if (answer === asked) answer = undefined;
      });
    }
    return answer;
  };
}
