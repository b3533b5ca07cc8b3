/** Milliseconds. Longer than the server waits for the body of a request. */
const timeout = 75_000;

/** The reason with which `withTimeout` rejects. */
export const timedOut = Symbol('timed out');

/** Rejects when no answer comes in time: a connection can be dead without an error. */
export async function withTimeout<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, timeout, timedOut);
  });
  try {
    return await Promise.race([answer, end]);
  } finally {
    clearTimeout(timer);
  }
}
