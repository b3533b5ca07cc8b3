/** Returns a function that asks at most once in so many milliseconds: who comes in between shares the answer. */
export function atMostEvery<Answer>(milliseconds: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  let askedAt = -Infinity;
  return () => {
    const now = performance.now();
    if (answer === undefined || now - askedAt >= milliseconds) {
      askedAt = now;
      answer = ask();
    }
    return answer;
  };
}
